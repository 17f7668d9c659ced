import { BATCH } from '../native';

/** Views on a buffer that many batches share. */
interface Slab {
  readonly buffer: ArrayBuffer;
  readonly view: DataView;
  readonly bytes: Uint8Array;
}

/** The last one: drains of small messages follow each other in the same buffer. */
let lastSlab: Slab | undefined;

function slabOf(buffer: ArrayBuffer): Slab {
  if (lastSlab?.buffer !== buffer) lastSlab = { buffer, view: new DataView(buffer), bytes: new Uint8Array(buffer) };
  return lastSlab;
}

/** What native code handed over in one drain, and how far it has been dealt out. */
export class Batch {
  readonly buffers: readonly ArrayBuffer[];
  readonly count: number;
  /** Index of the entry to deal out next. */
  next = 0;
  readonly #slab: Slab;
  readonly #entries: number;
  #others: (Uint8Array | undefined)[] | undefined;

  constructor(buffers: readonly ArrayBuffer[]) {
    this.buffers = buffers;
    this.#slab = slabOf(buffers[0] as ArrayBuffer);
    const base = this.#slab.view.getUint32(0, true);
    this.count = this.#slab.view.getUint32(base, true);
    this.#entries = base + BATCH.entriesAt;
  }

  /** The whole buffer an entry's payload lies in; one view for all entries of it. */
  payloadBuffer(index: number): Uint8Array {
    const buffer = this.u32(index, BATCH.buffer);
    if (buffer === 0) return this.#slab.bytes;
    return ((this.#others ??= [])[buffer] ??= new Uint8Array(this.buffers[buffer] as ArrayBuffer));
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
    return this.#slab.view.getUint32(this.#entries + index * BATCH.entrySize + field, true);
  }

  /** A 64-bit count, which stays far below 2^53. */
  count64(index: number, field: number): number {
    const at = this.#entries + index * BATCH.entrySize + field;
    return this.#slab.view.getUint32(at, true) + this.#slab.view.getUint32(at + 4, true) * 2 ** 32;
  }

  /** A time in nanoseconds. */
  time(index: number, field: number): bigint {
    return this.#slab.view.getBigInt64(this.#entries + index * BATCH.entrySize + field, true);
  }
}

/** Low byte of the entry field `kind`. */
export const ENTRY_KIND = { message: 1, request: 2, response: 3, loss: 4 } as const;
