import { MessageError } from '../errors';
import { defaultArray, EMPTY_MESSAGE, singleDefault } from './defaults';
import { SCALARS, type Scalar } from './primitives';
import type { Element, Structure, StructureField } from './structure';
import { elementCount, typedArrayTag } from './typed-arrays';
import { containerProblem, describe, isMessage, scalarProblem, stringProblem } from './values';

/**
 * The plain walk over a message: every rule in one readable place.
 *
 * It explains what generated and native code have refused (it knows the path of every field), and it serializes where a
 * process may not generate code. Generated code must give the same bytes; property tests hold it to that.
 */

/** What a walk does with the values it has checked. */
export interface Sink {
  align(alignment: number): void;
  scalar(base: Scalar, value: boolean | number | bigint): void;
  /** The length of a sequence, or of a string with its own count. */
  length(count: number): void;
  string(kind: 'string' | 'wstring', value: string): void;
  /** One or more scalars that lie in a typed array of their kind, `bytes` bytes in all. */
  typedArray(values: unknown, bytes: number): void;
}

/** Walks `message` in the order of its fields. @throws MessageError for the first wrong field */
export function walkMessage(structure: Structure, message: unknown, sink: Sink): void {
  if (!isMessage(message)) {
    throw new MessageError(structure.name, '', `expected an object, got ${describe(message)}`);
  }
  new Walk(structure.name, sink).structure(structure, message);
}

class Walk {
  readonly #typeName: string;
  readonly #sink: Sink;
  /** Field names and indices from the root to where the walk stands. */
  readonly #path: (string | number)[] = [];

  constructor(typeName: string, sink: Sink) {
    this.#typeName = typeName;
    this.#sink = sink;
  }

  structure(structure: Structure, message: Readonly<Record<string, unknown>>): void {
    if (structure.fields.length === 0) this.#sink.scalar('uint8', 0);
    for (const field of structure.fields) {
      this.#path.push(field.name);
      this.#field(field, readValue(message, field.name));
      this.#path.pop();
    }
  }

  #field(field: StructureField, value: unknown): void {
    if (field.shape.kind !== 'single') this.#elements(field, value);
    else if (value === undefined || value === null) this.#element(field.element, defaultOf(field));
    else this.#element(field.element, value);
  }

  #elements(field: StructureField, value: unknown): void {
    const { element, shape } = field;
    const missing = value === undefined || value === null;
    const values = (missing ? defaultArray(field) : value) as ArrayLike<unknown>;
    const typedArray = element.kind === 'scalar' ? SCALARS[element.base].typedArray : undefined;
    const count = missing ? values.length : elementCount(values, typedArray);
    if (count < 0) this.#refuse(containerProblem(element, value));
    if (shape.kind === 'array' && count !== shape.length)
      this.#refuse(`expected ${shape.length} elements, got ${count}`);
    if (shape.kind === 'sequence') {
      if (count > shape.bound) this.#refuse(`expected at most ${shape.bound} elements, got ${count}`);
      this.#sink.length(count);
    }
    if (element.kind === 'scalar' && typedArrayTag(values) !== undefined)
      return this.#typedArray(element.base, values, count);
    for (let index = 0; index < count; index++) {
      this.#path.push(index);
      this.#element(element, missing && element.kind === 'nested' ? EMPTY_MESSAGE : values[index]);
      this.#path.pop();
    }
  }

  /** A typed array holds nothing but what its kind allows. */
  #typedArray(base: Scalar, values: unknown, count: number): void {
    if (count === 0) return;
    const { size } = SCALARS[base];
    this.#sink.align(size);
    this.#sink.typedArray(values, size * count);
  }

  #element(element: Element, value: unknown): void {
    switch (element.kind) {
      case 'scalar': {
        const problem = scalarProblem(element.base, value);
        if (problem !== undefined) this.#refuse(problem);
        this.#sink.align(SCALARS[element.base].size);
        return this.#sink.scalar(element.base, value as boolean | number | bigint);
      }
      case 'string':
      case 'wstring': {
        const problem = stringProblem(element.kind, element.bound, value);
        if (problem !== undefined) this.#refuse(problem);
        return this.#sink.string(element.kind, value as string);
      }
      case 'nested':
        if (!isMessage(value))
          this.#refuse(`expected an object type ${element.structure.name}, got ${describe(value)}`);
        return this.structure(element.structure, value);
    }
  }

  #refuse(problem: string): never {
    throw new MessageError(this.#typeName, formatPath(this.#path), problem);
  }
}

/** `poses[3].position.x` */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

function defaultOf(field: StructureField): unknown {
  return field.element.kind === 'nested' ? EMPTY_MESSAGE : singleDefault(field);
}

/** See `readField` in source.ts: an inherited function is a field left out. */
function readValue(message: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = message[name];
  return typeof value === 'function' && name in Object.prototype ? undefined : value;
}
