import { advance, align, type Aligned, ANYWHERE, meet, type Place, placeKey } from './alignment';
import { SCALARS } from './primitives';
import { type Element, leadingAlignment, type Structure, type StructureField } from './structure';

/** Where the position stands behind parts of a message, as far as it can be told without the message. */

export function placeAfterElement(element: Element, start: Place): Place {
  switch (element.kind) {
    case 'scalar': {
      const { size } = SCALARS[element.base];
      return advance(align(start, size).place, size);
    }
    case 'string':
      return ANYWHERE;
    case 'wstring':
      return { modulus: 4, residue: 0 };
    case 'nested':
      return placeAfter(element.structure, start);
  }
}

const known = new WeakMap<Structure, Map<string, Place>>();

/** Kept for each structure and start: a structure may be reached in many ways. */
export function placeAfter(structure: Structure, start: Place): Place {
  let ends = known.get(structure);
  if (ends === undefined) known.set(structure, (ends = new Map<string, Place>()));
  const key = placeKey(start);
  let end = ends.get(key);
  if (end === undefined) {
    const first = structure.fields.length === 0 ? advance(start, 1) : start;
    end = structure.fields.reduce<Place>((place, field) => placeAfterField(field, place), first);
    ends.set(key, end);
  }
  return end;
}

export function placeAfterField({ element, shape }: StructureField, start: Place): Place {
  if (shape.kind === 'single') return placeAfterElement(element, start);
  if (shape.kind === 'array') return placeAfterLoop(element, start);
  const first = placeAfterLength(start);
  return meet(first, placeAfterLoop(element, first));
}

export function placeAfterLength(start: Place): Place {
  return advance(align(start, 4).place, 4);
}

/** The place that holds at the head of every round of a loop over one element or more. */
export function loopHead(element: Element, start: Place): Place {
  let head = alignElement(element, start).place;
  for (;;) {
    const next = meet(head, placeAfterElement(element, head));
    if (next.modulus === head.modulus) return head;
    head = next;
  }
}

/** Padding before the first of some elements; see `leadingAlignment`. */
export function alignElement(element: Element, start: Place): Aligned {
  return align(start, leadingAlignment(element));
}

/** Behind one element or more. */
export function placeAfterLoop(element: Element, start: Place): Place {
  return placeAfterElement(element, loopHead(element, start));
}
