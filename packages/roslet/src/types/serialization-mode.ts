/** How a subscription hands messages over: as they are, with plain arrays, or fit for JSON. */
export type SerializationMode = 'default' | 'plain' | 'json';

export function isSerializationMode(mode: unknown): mode is SerializationMode {
  return mode === 'default' || mode === 'plain' || mode === 'json';
}

/** The message in that mode; `default` gives the very same object. */
export function applySerializationMode(message: unknown, mode: SerializationMode): unknown {
  switch (mode) {
    case 'default':
      return message;
    case 'plain':
      return toPlainArrays(message);
    case 'json':
      return toJSONSafe(message);
  }
}

/** A copy in which every typed array is a plain array. */
export function toPlainArrays(value: unknown): unknown {
  return mapped(value, (leaf) => leaf);
}

/**
 * A copy that JSON can hold: plain arrays; bigint as text with an `n` at its end (`"5n"`); `"NaN"`, `"Infinity"` and
 * `"-Infinity"` as text; null for undefined.
 */
export function toJSONSafe(value: unknown): unknown {
  return value === undefined ? value : mapped(value, jsonLeaf);
}

/** The JSON text of `toJSONSafe(value)`. */
export function toJSONString(value: unknown, space?: number): string {
  return JSON.stringify(toJSONSafe(value), null, space);
}

function mapped(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (ArrayBuffer.isView(value) && 'length' in value) {
    return Array.from(value as unknown as ArrayLike<unknown>, (element) => leaf(element));
  }
  if (Array.isArray(value)) return value.map((element) => mapped(element, leaf));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, leaf)]));
  }
  return leaf(value);
}

function jsonLeaf(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return `${value}n`;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'undefined':
      return null;
    case 'function':
      return '[Function]';
    default:
      return value;
  }
}
