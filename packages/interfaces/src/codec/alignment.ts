import type { Alignment } from './primitives';

/**
 * What is known, while code is generated, about a position in the serialized body: `position % modulus === residue`.
 * Modulus 1 means nothing is known (a string went before). Positions count from behind the encapsulation header.
 */
export interface Place {
  readonly modulus: Alignment;
  readonly residue: number;
}

/** Where a body starts. */
export const BODY_START: Place = { modulus: 8, residue: 0 };

/** Behind something of unknown length, a string for instance. */
export const ANYWHERE: Place = { modulus: 1, residue: 0 };

export function placeKey(place: Place): string {
  return `${place.modulus}:${place.residue}`;
}

export function advance(place: Place, bytes: number): Place {
  return { modulus: place.modulus, residue: (place.residue + bytes) % place.modulus };
}

export interface Aligned {
  /** Bytes of padding, or undefined when only the running code can tell. */
  readonly padding: number | undefined;
  readonly place: Place;
}

export function align(place: Place, alignment: Alignment): Aligned {
  if (alignment > place.modulus) return { padding: undefined, place: { modulus: alignment, residue: 0 } };
  const padding = (alignment - (place.residue % alignment)) % alignment;
  return { padding, place: advance(place, padding) };
}

/** What holds in both cases: where two paths join, or at the head of a loop. */
export function meet(a: Place, b: Place): Place {
  let modulus = Math.min(a.modulus, b.modulus);
  while (a.residue % modulus !== b.residue % modulus) modulus /= 2;
  return { modulus: modulus as Alignment, residue: a.residue % modulus };
}
