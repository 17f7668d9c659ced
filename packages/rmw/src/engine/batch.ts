import { BATCH } from '../native';

/** What native code handed over in one drain, and how far it has been dealt out. */
export class Batch {
  readonly buffers: readonly ArrayBuffer[];
  readonly count: number;
  /** Index of the entry to deal out next. */
  next = 0;
  readonly #view: DataView;
  readonly #bytes: (Uint8Array | undefined)[] = [];

  constructor(buffers: readonly ArrayBuffer[]) {
    this.buffers = buffers;
    this.#view = new DataView(buffers[0] as ArrayBuffer);
    this.count = this.#view.getUint32(0, true);
  }

  /** The whole buffer an entry's payload lies in; one view for all entries of it. */
  payloadBuffer(index: number): Uint8Array {
    const buffer = this.u32(index, BATCH.buffer);
    return (this.#bytes[buffer] ??= new Uint8Array(this.buffers[buffer] as ArrayBuffer));
  }

  /** One of `ENTRY_KIND`. */
  kind(index: number): number {
    return this.u32(index, BATCH.kind) & 0xff;
  }

  isLoan(index: number): boolean {
    return (this.u32(index, BATCH.kind) & BATCH.loanFlag) !== 0;
  }

  /** A 32-bit field of an entry; `field` is one of `BATCH`. */
  u32(index: number, field: number): number {
    return this.#view.getUint32(BATCH.entriesAt + index * BATCH.entrySize + field, true);
  }

  /** A 64-bit count, which stays far below 2^53. */
  count64(index: number, field: number): number {
    const at = BATCH.entriesAt + index * BATCH.entrySize + field;
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32;
  }

  /** A time in nanoseconds. */
  time(index: number, field: number): bigint {
    return this.#view.getBigInt64(BATCH.entriesAt + index * BATCH.entrySize + field, true);
  }
}

/** Low byte of the entry field `kind`. */
export const ENTRY_KIND = { message: 1, request: 2, response: 3, loss: 4 } as const;
