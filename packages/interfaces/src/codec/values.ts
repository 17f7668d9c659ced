import type { Element } from './structure';
import { SCALARS, type Scalar } from './primitives';
import { typedArrayTag } from './typed-arrays';

/**
 * The rules for values, in words. Only the slow walk asks here, when generated or native code has refused a message; the
 * native walker has the same sentences.
 */

/** What a value is, for the `got …` half of a message. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  return typedArrayTag(value) ?? (Array.isArray(value) ? 'Array' : 'object');
}

/** Why a scalar cannot be written, or undefined when it can. */
export function scalarProblem(base: Scalar, value: unknown): string | undefined {
  const { family, minimum, maximum } = SCALARS[base];
  switch (family) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected a boolean, got ${describe(value)}`;
    case 'float':
      return typeof value === 'number' ? undefined : `expected a finite number type ${base}, got ${describe(value)}`;
    case 'integer':
    case 'bigint': {
      const expected = `expected an integer type ${base} (${minimum} to ${maximum})`;
      if (typeof value === 'bigint' && family === 'bigint') {
        return value >= minimum! && value <= maximum! ? undefined : `${expected}, got a bigint out of range`;
      }
      if (typeof value !== 'number') return `${expected}, got ${describe(value)}`;
      const exact = family === 'bigint' ? Number.isSafeInteger(value) : Number.isInteger(value);
      return exact && value >= minimum! && value <= maximum! ? undefined : `${expected}, got ${value}`;
    }
  }
}

/** Why a string cannot be written, or undefined when it can. */
export function stringProblem(kind: 'string' | 'wstring', bound: number, value: unknown): string | undefined {
  if (typeof value !== 'string') return `expected a string, got ${describe(value)}`;
  if (kind === 'wstring') {
    return value.length <= bound ? undefined : `expected at most ${bound} UTF-16 units, got ${value.length}`;
  }
  if (value.includes('\0')) return 'expected a string without NUL characters, got one with';
  if (!value.isWellFormed()) return 'expected well-formed Unicode, got a lone surrogate';
  const size = Buffer.byteLength(value);
  return size <= bound ? undefined : `expected at most ${bound} bytes of UTF-8, got ${size}`;
}

/** Why a container cannot be written: neither a plain array nor a typed array of the element's kind. */
export function containerProblem(element: Element, value: unknown): string {
  const wanted = element.kind === 'scalar' ? SCALARS[element.base].typedArray : undefined;
  return `expected ${wanted === undefined ? 'an Array' : `an Array or ${wanted}`}, got ${describe(value)}`;
}

/** Whether a value can stand for a message: an object that is not an array of any kind. */
export function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
