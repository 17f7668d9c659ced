/**
 * Reading typed arrays by their internal slots.
 *
 * A message may come from another realm (so `instanceof` fails) and may have own properties that shadow `length` (so a
 * plain property read lies). The intrinsic getters answer truly for every realm, and V8 inlines them.
 */

type Getter<T> = (this: unknown) => T;

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;

function intrinsic<T>(name: string | symbol): Getter<T> {
  return Reflect.get(Object.getOwnPropertyDescriptor(typedArrayPrototype, name)!, 'get') as Getter<T>;
}

const tag = intrinsic<string | undefined>(Symbol.toStringTag);
const length = intrinsic<number>('length');
const buffer = intrinsic<ArrayBufferLike>('buffer');
const byteOffset = intrinsic<number>('byteOffset');
const byteLength = intrinsic<number>('byteLength');

/** `'Float64Array'` and so on for a typed array of any realm, undefined for everything else. */
export function typedArrayTag(value: unknown): string | undefined {
  return tag.call(value);
}

/** True length of a typed array; throws TypeError for anything else. */
export function typedArrayLength(value: unknown): number {
  return length.call(value);
}

export function typedArrayBuffer(value: unknown): ArrayBufferLike {
  return buffer.call(value);
}

export function typedArrayByteOffset(value: unknown): number {
  return byteOffset.call(value);
}

export function typedArrayByteLength(value: unknown): number {
  return byteLength.call(value);
}

/**
 * Number of elements of a plain array, or of a typed array of the wanted kind; -1 for everything else.
 * Uint8ClampedArray holds uint8 as well, and a Buffer is a Uint8Array.
 */
export function elementCount(value: unknown, wanted: string | undefined): number {
  const actual = tag.call(value);
  if (actual === undefined) return Array.isArray(value) ? value.length >>> 0 : -1;
  if (actual === wanted || (actual === 'Uint8ClampedArray' && wanted === 'Uint8Array')) return length.call(value);
  return -1;
}

/** Copies the first `bytes` bytes of a typed array to `target[position]`; never more, even if another thread grows it. */
export function copyBytes(target: Uint8Array, value: unknown, position: number, bytes: number): void {
  target.set(new Uint8Array(buffer.call(value), byteOffset.call(value), bytes), position);
}
