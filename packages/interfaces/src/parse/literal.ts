import type { FieldType, LiteralValue, Primitive } from '../model';
import { parseStringValue, splitElements } from './string-literal';

type Scalar = boolean | number | bigint | string;
type Fail = (problem: string) => never;

/** Inclusive ranges of the integer types; `byte` and `char` are both 8-bit unsigned in ROS 2. */
const INTEGER_RANGES: Partial<Record<Primitive, readonly [bigint, bigint]>> = {
  byte: [0n, 255n],
  char: [0n, 255n],
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

const INTEGER = /^([+-]?)(\d+(?:_\d+)*|0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)$/;
const FLOAT = /^[+-]?(?:(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)$/i;
const FLOAT32_MAX = 3.4028234663852886e38;

/** Parses the value of a constant or of a field that is not an array. */
export function parseScalar(base: Primitive, text: string, fail: Fail): Scalar {
  switch (base) {
    case 'bool':
      return parseBool(text, fail);
    case 'float32':
    case 'float64':
      return parseFloatText(base, text, fail);
    case 'string':
    case 'wstring':
      return parseStringValue(text, fail);
    default:
      return parseInteger(base, text, fail);
  }
}

/** Parses a field's default, array or not. */
export function parseDefault(type: FieldType, text: string, fail: Fail): LiteralValue {
  if (type.base === 'nested') {
    return fail(`expected no default for a nested type (ROS 2 has none), saw '${text}'`);
  }
  if (type.container.kind === 'single') return checkBound(type, parseScalar(type.base, text, fail), fail);

  if (!text.startsWith('[') || !text.endsWith(']')) {
    fail(`expected an array default in brackets such as [1, 2], saw '${text}'`);
  }
  const isText = type.base === 'string' || type.base === 'wstring';
  const elements = splitElements(text.slice(1, -1), isText, fail);
  checkCount(type, elements.length, fail);
  const base = type.base;
  return elements.map((element) => checkBound(type, parseScalar(base, element, fail), fail));
}

function checkCount(type: FieldType, count: number, fail: Fail): void {
  if (type.container.kind === 'array' && count !== type.container.length) {
    fail(`expected a default of ${type.container.length} elements, saw ${count}`);
  }
  if (type.container.kind === 'sequence' && count > (type.container.bound ?? Infinity)) {
    fail(`expected a default of at most ${type.container.bound} elements, saw ${count}`);
  }
}

function checkBound(type: FieldType, value: Scalar, fail: Fail): Scalar {
  if (type.stringBound !== undefined && typeof value === 'string' && [...value].length > type.stringBound) {
    fail(`expected a default of at most ${type.stringBound} characters, saw ${[...value].length}`);
  }
  return value;
}

function parseBool(text: string, fail: Fail): boolean {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  if (lower === 'false' || lower === '0') return false;
  return fail(`expected true, false, 1 or 0 for a bool, saw '${text}'`);
}

function parseInteger(base: Primitive, text: string, fail: Fail): number | bigint {
  const match = INTEGER.exec(text);
  if (!match?.[2]) return fail(`expected an integer for ${base}, saw '${text}'`);
  const magnitude = BigInt(match[2].replace(/_/g, ''));
  const value = match[1] === '-' ? -magnitude : magnitude;
  const [low, high] = INTEGER_RANGES[base] ?? [0n, 0n];
  if (value < low || value > high) fail(`expected ${low} to ${high} for ${base}, saw ${text}`);
  return base === 'int64' || base === 'uint64' ? value : Number(value);
}

function parseFloatText(base: Primitive, text: string, fail: Fail): number {
  if (!FLOAT.test(text)) return fail(`expected a number for ${base}, saw '${text}'`);
  const plain = text
    .toLowerCase()
    .replace(/_/g, '')
    .replace(/inf(inity)?/, 'Infinity')
    .replace(/[+-]?nan/, 'NaN');
  const value = Number(plain);
  const overflows =
    !plain.includes('Infinity') && Math.abs(value) > (base === 'float32' ? FLOAT32_MAX : Number.MAX_VALUE);
  if (overflows) fail(`expected a number within the range of ${base}, saw ${text}`);
  return value;
}
