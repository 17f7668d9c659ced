import { CdrError } from '../errors';
import { getScalar, SCALARS, type Scalar } from './primitives';
import { type Element, elementMinimum, type Structure, type StructureField } from './structure';
import { readText } from './text';
import type { Views } from './views';
import { formatPath } from './walk';

/**
 * The plain decoder: it explains bytes that generated code has refused (byte offset and field path), reads big-endian
 * bodies, and decodes where a process may not generate code.
 */

export type Endianness = 'little' | 'big';

/** Reads a body that lies from `begin` to `end`; leaves `views.position` behind what it read. @throws CdrError */
export function readBody(
  structure: Structure,
  views: Views,
  begin: number,
  end: number,
  endianness: Endianness,
): unknown {
  const reader = new Reader(structure.name, views, begin, end, endianness);
  const message = reader.structure(structure);
  views.position = reader.position;
  return message;
}

/** Size of the encapsulation header: error offsets count from its first byte. */
const HEADER = 4;

class Reader {
  readonly #typeName: string;
  readonly #views: Views;
  readonly #begin: number;
  readonly #end: number;
  readonly #endianness: Endianness;
  readonly #path: (string | number)[] = [];
  position: number;

  constructor(typeName: string, views: Views, begin: number, end: number, endianness: Endianness) {
    this.#typeName = typeName;
    this.#views = views;
    this.#begin = begin;
    this.#end = end;
    this.#endianness = endianness;
    this.position = begin;
  }

  structure(structure: Structure): Record<string, unknown> {
    if (structure.fields.length === 0) this.#take(1);
    const message: Record<string, unknown> = {};
    for (const field of structure.fields) {
      this.#path.push(field.name);
      message[field.name] = field.shape.kind === 'single' ? this.#element(field.element) : this.#elements(field);
      this.#path.pop();
    }
    return message;
  }

  #elements({ element, shape }: StructureField): unknown {
    let count = 1;
    if (shape.kind === 'sequence') {
      count = this.#scalar('uint32') as number;
      if (count > shape.bound)
        this.#refuse(`expected at most ${shape.bound} elements, got ${count}`, this.position - 4);
    } else if (shape.kind === 'array') {
      count = shape.length;
    }
    const needed = count * elementMinimum(element);
    const left = this.#end - this.position;
    if (needed > left) this.#refuse(`expected ${count} elements of ${needed} bytes or more, got ${left} bytes`);
    if (element.kind === 'scalar' && SCALARS[element.base].decodesToTypedArray)
      return this.#typedArray(element.base, count);
    const values: unknown[] = [];
    for (let index = 0; index < count; index++) {
      this.#path.push(index);
      values.push(this.#element(element));
      this.#path.pop();
    }
    return values;
  }

  /** A view on the source where alignment and byte order allow, else a copy. */
  #typedArray(base: Scalar, count: number): ArrayBufferView {
    const { size, typedArray } = SCALARS[base];
    const TypedArray = globalThis[typedArray as 'Uint16Array'];
    if (count === 0) return new TypedArray(0);
    this.#align(size);
    const at = this.#take(size * count);
    const { buffer, data } = this.#views;
    if (size === 1 || this.#endianness === 'little') {
      if (at % size === 0) return new TypedArray(buffer, at, count);
      return new TypedArray(buffer.slice(at, at + size * count));
    }
    return new TypedArray(count).map((_, index) => getScalar(data, SCALARS[base], at + index * size, false) as number);
  }

  #element(element: Element): unknown {
    switch (element.kind) {
      case 'scalar':
        return this.#scalar(element.base);
      case 'string':
        return this.#string(element.bound);
      case 'wstring':
        return this.#wideString(element.bound);
      case 'nested':
        return this.structure(element.structure);
    }
  }

  #scalar(base: Scalar): boolean | number | bigint {
    const facts = SCALARS[base];
    this.#align(facts.size);
    const at = this.#take(facts.size);
    const value = getScalar(this.#views.data, facts, at, this.#endianness === 'little');
    if (base !== 'bool') return value;
    if (value !== 0 && value !== 1) this.#refuse(`expected a boolean (0 or 1), got ${value}`, at);
    return value === 1;
  }

  #string(bound: number): string {
    const size = this.#scalar('uint32') as number;
    const at = this.position;
    if (size === 0) return '';
    this.#take(size);
    const { bytes } = this.#views;
    if (bytes[at + size - 1] !== 0) this.#refuse('expected a string that ends in NUL, got one without', at);
    if (size - 1 > bound) this.#refuse(`expected at most ${bound} bytes of UTF-8, got ${size - 1}`, at);
    const nul = bytes.indexOf(0, at);
    if (nul < at + size - 1) this.#refuse('expected a string without NUL characters, got one with', nul);
    const text = readText(this.#views, at, at + size - 1);
    if (text === undefined) this.#refuse('expected UTF-8, got other bytes', at);
    return text;
  }

  #wideString(bound: number): string {
    const length = this.#scalar('uint32') as number;
    const at = this.position;
    if (length > bound) this.#refuse(`expected at most ${bound} UTF-16 units, got ${length}`, at - 4);
    this.#take(4 * length);
    let text = '';
    for (let unitAt = at; unitAt < this.position; unitAt += 4) {
      const unit = this.#views.data.getUint32(unitAt, this.#endianness === 'little');
      if (unit > 0xffff) this.#refuse(`expected UTF-16 units (0 to 65535), got ${unit}`, unitAt);
      text += String.fromCharCode(unit);
    }
    return text;
  }

  #align(alignment: number): void {
    this.position += (this.#begin - this.position) & (alignment - 1);
  }

  #take(size: number): number {
    const at = this.position;
    const left = Math.max(0, this.#end - at);
    if (size > left) this.#refuse(`expected ${size} more bytes, got ${left}`);
    this.position = at + size;
    return at;
  }

  #refuse(problem: string, at = this.position): never {
    throw new CdrError(this.#typeName, formatPath(this.#path), at - this.#begin + HEADER, problem);
  }
}
