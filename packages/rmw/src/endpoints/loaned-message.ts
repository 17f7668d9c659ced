import { type Writer } from '../engine/writer';
import { OptionError } from '../errors';

/**
 * A record that a publisher lent to be filled in (`publisher.borrow`). Its memory is the record itself, so nothing is copied when it is
 * published. Do not keep views on it: after publishing, readers look at that memory.
 */
export class LoanedMessage<T = unknown> {
  readonly #writer: Writer;
  readonly #size: number;
  readonly #reserved: boolean;
  #bytes: Uint8Array | undefined;
  #message: T | undefined;

  private constructor(writer: Writer, size: number, reserved: boolean, bytes: Uint8Array, message: T | undefined) {
    this.#writer = writer;
    this.#size = size;
    this.#reserved = reserved;
    this.#bytes = bytes;
    this.#message = message;
  }

  /** @internal */
  static borrow<T>(writer: Writer, size: number | undefined): LoanedMessage<T> | undefined {
    const codec = size === undefined ? writer.requireCodec() : undefined;
    const wanted = codec === undefined ? size : codec.fixedSize;
    if (codec !== undefined && wanted === undefined) {
      throw new OptionError(
        `expected the serialized size of the message to borrow: ${codec.typeName} has no fixed size (it has strings or sequences)`,
      );
    }
    if (wanted === undefined || !Number.isSafeInteger(wanted) || wanted < 4) {
      throw new OptionError(`expected a size of 4 bytes or more to borrow, got ${String(size)}`);
    }
    const record = writer.borrow(wanted);
    if (record === undefined) return undefined;
    const { memory, offset, reserved } = record;
    const bytes = memory.subarray(offset, offset + wanted);
    // CDR_LE; what lies behind is whatever the record held before.
    bytes[0] = 0;
    bytes[1] = 1;
    bytes[2] = 0;
    bytes[3] = 0;
    if (codec === undefined) return new LoanedMessage<T>(writer, wanted, reserved, bytes, undefined);
    bytes.fill(0, 4);
    return new LoanedMessage<T>(writer, wanted, reserved, bytes, codec.viewFields(memory, offset) as T);
  }

  /**
   * The serialized message: encapsulation header (filled in) and CDR. Without a type of fixed size its contents are undefined at first:
   * write all of it.
   *
   * @throws OptionError when the loan was published or given back
   */
  get bytes(): Uint8Array {
    return this.#bytes ?? this.#over();
  }

  /**
   * The fields, for types of fixed size borrowed without a size; all zero at first (defaults are not filled in).
   *
   * @throws OptionError when the loan was published or given back, or was borrowed by size
   */
  get message(): T {
    if (this.#bytes === undefined) return this.#over();
    if (this.#message === undefined) {
      throw new OptionError(
        `expected a loan of a type of fixed size for its fields; this one of ${this.#writer.name} is bytes only`,
      );
    }
    return this.#message;
  }

  /** True when `bytes` is the record itself; false while nobody reads, when there is none. */
  get isShared(): boolean {
    return this.#reserved;
  }

  /** Gives the record back unpublished. Idempotent. */
  release(): void {
    if (this.#bytes === undefined) return;
    this.#end();
    if (this.#reserved) this.#writer.abortBorrowed();
  }

  [Symbol.dispose](): void {
    this.release();
  }

  /** @internal */
  commit(writer: Writer): number {
    if (writer !== this.#writer)
      throw new OptionError(`expected a loan of ${writer.name}, got one of ${this.#writer.name}`);
    const { bytes } = this;
    this.#end();
    return this.#reserved ? writer.commitBorrowed(this.#size) : writer.writeBytes(bytes);
  }

  #end(): void {
    this.#bytes = undefined;
    this.#message = undefined;
  }

  #over(): never {
    throw new OptionError(
      `expected a loan that is still out: this one of ${this.#writer.name} was published or given back`,
    );
  }
}
