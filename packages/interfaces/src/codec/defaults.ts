import type { LiteralValue } from '../model';
import { SCALARS, type Scalar } from './primitives';
import type { StructureField } from './structure';

/** Stands in for a nested message that was left out: every field read from it is missing and takes its default. */
export const EMPTY_MESSAGE: Readonly<Record<string, unknown>> = Object.freeze(
  Object.create(null) as Record<string, unknown>,
);

/** What a single scalar or string takes when it is left out. */
export function singleDefault(field: StructureField): boolean | number | bigint | string {
  const stated = field.default;
  if (stated !== undefined && typeof stated !== 'object') return stated;
  if (field.element.kind !== 'scalar') return '';
  return zero(field.element.base);
}

/** Number of elements an array or a sequence has when it is left out. */
export function defaultCount(field: StructureField): number {
  if (field.shape.kind === 'array') return field.shape.length;
  return isList(field.default) ? field.default.length : 0;
}

/**
 * The array that stands in for an array or a sequence left out. Nested elements are `undefined`, which the caller takes
 * for `EMPTY_MESSAGE`. Made when needed and not before: a description may name arrays of any length.
 */
export function defaultArray(field: StructureField): ArrayLike<unknown> {
  if (isList(field.default)) return field.default;
  const count = defaultCount(field);
  if (field.element.kind === 'nested') return { length: count };
  const value = field.element.kind === 'scalar' ? zero(field.element.base) : '';
  return new Array<unknown>(count).fill(value);
}

export function isList(value: LiteralValue | undefined): value is readonly (boolean | number | bigint | string)[] {
  return Array.isArray(value);
}

function zero(base: Scalar): boolean | number | bigint {
  const { family } = SCALARS[base];
  if (family === 'boolean') return false;
  return family === 'bigint' ? 0n : 0;
}
