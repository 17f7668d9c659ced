import { print } from './stdout';

/**
 * JSON of a value that may hold what messages hold: 64-bit integers are written as numbers with all their digits, typed arrays as
 * arrays, and numbers that JSON does not have (NaN, infinities) as null. Bytes come out as numbers.
 */
export function jsonText(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : 'null';
    case 'object':
      return value === null ? 'null' : objectText(value);
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    default:
      return 'null';
  }
}

export function printJson(value: unknown): void {
  print(jsonText(value));
}

function objectText(value: object): string {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) {
    return `[${Array.from(value as ArrayLike<unknown>, jsonText).join(',')}]`;
  }
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(',')}}`;
}
