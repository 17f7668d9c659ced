import type { Primitive } from '../model';

/** Primitives of a fixed size: everything but the two string types. */
export type Scalar = Exclude<Primitive, 'string' | 'wstring'>;

export type Alignment = 1 | 2 | 4 | 8;

export interface ScalarFacts {
  /** Size in bytes, which in XCDR1 is the alignment as well. */
  readonly size: Alignment;
  /** `get…`/`set…` method of DataView without the prefix. */
  readonly accessor: string;
  readonly family: 'boolean' | 'integer' | 'float' | 'bigint';
  /** `Symbol.toStringTag` of the typed array that holds such elements; undefined where only plain arrays do. */
  readonly typedArray?: string;
  /** Whether decoding yields that typed array (64-bit integers decode to plain arrays of bigint). */
  readonly decodesToTypedArray: boolean;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}

function integer(size: Alignment, accessor: string, minimum: number, maximum: number): ScalarFacts {
  return {
    size,
    accessor,
    family: 'integer',
    typedArray: `${accessor}Array`,
    decodesToTypedArray: true,
    minimum,
    maximum,
  };
}

function float(size: Alignment, accessor: string): ScalarFacts {
  return { size, accessor, family: 'float', typedArray: `${accessor}Array`, decodesToTypedArray: true };
}

function bigint(accessor: string, minimum: bigint, maximum: bigint): ScalarFacts {
  return {
    size: 8,
    accessor,
    family: 'bigint',
    typedArray: `${accessor}Array`,
    decodesToTypedArray: false,
    minimum,
    maximum,
  };
}

const UINT8 = integer(1, 'Uint8', 0, 255);

/** How each scalar lies in CDR and in JavaScript (OMG CORBA CDR 15.3.1; rclnodejs's element types). */
export const SCALARS: Readonly<Record<Scalar, ScalarFacts>> = {
  bool: { size: 1, accessor: 'Uint8', family: 'boolean', decodesToTypedArray: false },
  byte: UINT8,
  char: UINT8,
  int8: integer(1, 'Int8', -128, 127),
  uint8: UINT8,
  int16: integer(2, 'Int16', -32768, 32767),
  uint16: integer(2, 'Uint16', 0, 65535),
  int32: integer(4, 'Int32', -2147483648, 2147483647),
  uint32: integer(4, 'Uint32', 0, 4294967295),
  int64: bigint('BigInt64', -(2n ** 63n), 2n ** 63n - 1n),
  uint64: bigint('BigUint64', 0n, 2n ** 64n - 1n),
  float32: float(4, 'Float32'),
  float64: float(8, 'Float64'),
};

/** Most elements a sequence can announce: the length is a uint32. */
export const MAX_ELEMENTS = 0xffffffff;

/** Reads a scalar by its facts; slower than a named method of DataView. */
export function getScalar(data: DataView, facts: ScalarFacts, at: number, littleEndian: boolean): number | bigint {
  type Getters = Record<string, (at: number, littleEndian: boolean) => number | bigint>;
  return (data as unknown as Getters)[`get${facts.accessor}`]!(at, littleEndian);
}

/** Writes a scalar by its facts, little-endian. */
export function setScalar(data: DataView, facts: ScalarFacts, at: number, value: boolean | number | bigint): void {
  type Setters = Record<string, (at: number, value: number | bigint, littleEndian: boolean) => void>;
  const converted = facts.family === 'bigint' ? BigInt(value) : Number(value);
  (data as unknown as Setters)[`set${facts.accessor}`]!(at, converted, true);
}
