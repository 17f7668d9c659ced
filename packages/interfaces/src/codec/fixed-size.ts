import { advance, align, type Place, placeKey } from './alignment';
import { SCALARS } from './primitives';
import type { Element, Structure } from './structure';

const known = new WeakMap<Structure, Map<string, number>>();

/** Size of a fixed structure from a place that tells all its paddings. */
export function fixedSize(structure: Structure, start: Place): number {
  let sizes = known.get(structure);
  if (sizes === undefined) known.set(structure, (sizes = new Map<string, number>()));
  const key = placeKey(start);
  let size = sizes.get(key);
  if (size === undefined) sizes.set(key, (size = sumOfFields(structure, start)));
  return size;
}

function sumOfFields(structure: Structure, start: Place): number {
  if (structure.fields.length === 0) return 1;
  let bytes = 0;
  for (const { element, shape } of structure.fields) {
    bytes += fixedElementsSize(element, shape.kind === 'array' ? shape.length : 1, advance(start, bytes));
  }
  return bytes;
}

/** Size of `count` elements of fixed size, one after the other. */
export function fixedElementsSize(element: Element, count: number, start: Place): number {
  if (element.kind === 'scalar') {
    const { size } = SCALARS[element.base];
    return align(start, size).padding! + size * count;
  }
  if (element.kind !== 'nested') throw new TypeError('strings have no fixed size');
  const first = fixedSize(element.structure, start);
  // From the second on, each takes the same number of bytes: all start at the same remainder of the strictest alignment.
  return count === 1 ? first : first + fixedSize(element.structure, advance(start, first)) * (count - 1);
}
