import { SCALARS, type Scalar, setScalar } from './primitives';
import { writeString, writeWideString } from './text';
import { copyBytes } from './typed-arrays';
import type { Views } from './views';
import type { Sink } from './walk';

/** Counts the bytes of a body. */
export class SizeSink implements Sink {
  size = 0;

  align(alignment: number): void {
    this.size += -this.size & (alignment - 1);
  }

  scalar(base: Scalar): void {
    this.size += SCALARS[base].size;
  }

  length(): void {
    this.align(4);
    this.size += 4;
  }

  string(kind: 'string' | 'wstring', value: string): void {
    this.length();
    this.size += kind === 'string' ? Buffer.byteLength(value) + 1 : 4 * value.length;
  }

  typedArray(_values: unknown, bytes: number): void {
    this.size += bytes;
  }
}

/** Thrown when a message needs more room than its size walk said. */
export class OutOfRoom extends Error {}

/** Writes a body into memory, never beyond `end`. */
export class WriteSink implements Sink {
  readonly #views: Views;
  readonly #begin: number;
  readonly #end: number;
  position: number;

  constructor(views: Views, begin: number, end: number) {
    this.#views = views;
    this.#begin = begin;
    this.#end = end;
    this.position = begin;
  }

  align(alignment: number): void {
    const padding = (this.#begin - this.position) & (alignment - 1);
    const at = this.#take(padding);
    this.#views.bytes.fill(0, at, at + padding);
  }

  scalar(base: Scalar, value: boolean | number | bigint): void {
    const facts = SCALARS[base];
    setScalar(this.#views.data, facts, this.#take(facts.size), value);
  }

  length(count: number): void {
    this.align(4);
    this.#views.data.setUint32(this.#take(4), count, true);
  }

  string(kind: 'string' | 'wstring', value: string): void {
    this.align(4);
    const write = kind === 'string' ? writeString : writeWideString;
    const after = write(this.#views, value, this.position, this.#end, Infinity);
    if (after < 0) throw new OutOfRoom();
    this.position = after;
  }

  typedArray(values: unknown, bytes: number): void {
    copyBytes(this.#views.bytes, values, this.#take(bytes), bytes);
  }

  #take(size: number): number {
    const at = this.position;
    if (at + size > this.#end) throw new OutOfRoom();
    this.position = at + size;
    return at;
  }
}
