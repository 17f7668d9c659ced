import { SCALARS } from '../codec/primitives';
import { typedArrayTag } from '../codec/typed-arrays';
import { ArrayLengthError } from '../errors';
import type { Field, LiteralValue, Primitive } from '../model';
import { MessageArray } from './message-array';
import type { Message, MessageClass } from './message';

/** How a message object keeps one field: what it holds at first, and what becomes of a value assigned to it. */
export interface FieldPlan {
  readonly name: string;
  /** Whether assignments are converted; such fields are accessors, the others plain properties. */
  readonly converts: boolean;
  makeDefault(): unknown;
  /** Never called with null or undefined, which stand for the default. */
  convert(value: unknown): unknown;
}

type TypedArrayConstructor = {
  new (length: number): ArrayLike<number>;
  from(values: ArrayLike<number>): ArrayLike<number>;
};

const TYPED_ARRAYS: Record<string, TypedArrayConstructor> = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};

/** @param classOf finds the class of a nested message */
export function planField(owner: string, field: Field, classOf: (name: string) => MessageClass): FieldPlan {
  const { type } = field;
  const single = type.container.kind === 'single';
  if (type.base === 'nested') {
    const nested = type.nested ?? '';
    return single ? planNested(field, () => classOf(nested)) : planNestedArray(owner, field, () => classOf(nested));
  }
  return single ? planScalar(field, type.base) : planArray(owner, field, type.base);
}

function planScalar(field: Field, base: Primitive): FieldPlan {
  const initial = field.default ?? zeroOf(base);
  const is64Bit = base === 'int64' || base === 'uint64';
  return {
    name: field.name,
    converts: is64Bit,
    makeDefault: () => initial,
    convert: (value) => (is64Bit && Number.isSafeInteger(value) ? BigInt(value as number) : value),
  };
}

/** The value of a primitive nobody has set. */
export function zeroOf(base: Primitive): boolean | number | bigint | string {
  if (base === 'string' || base === 'wstring') return '';
  const { family } = SCALARS[base];
  if (family === 'boolean') return false;
  return family === 'bigint' ? 0n : 0;
}

function planNested(field: Field, classOf: () => MessageClass): FieldPlan {
  return {
    name: field.name,
    converts: true,
    makeDefault: () => new (classOf())(),
    // What is no message at all stays as it is: encoding names the field and says what was expected.
    convert: (value) => (isMessageLike(value) ? new (classOf())(value) : value),
  };
}

function planNestedArray(owner: string, field: Field, classOf: () => MessageClass): FieldPlan {
  const check = lengthCheck(owner, field);
  const count = field.type.container.kind === 'array' ? field.type.container.length : 0;
  const convertElement = (element: unknown): unknown => (isMessageLike(element) ? new (classOf())(element) : element);
  return {
    name: field.name,
    converts: true,
    makeDefault: () => {
      const messages = new MessageArray<Message>();
      for (let i = 0; i < count; i++) messages.push(new (classOf())());
      return messages;
    },
    convert: (value) => {
      if (!Array.isArray(value)) return value;
      check(value.length);
      const messages = new MessageArray<unknown>();
      for (const element of value as unknown[]) messages.push(convertElement(element));
      return messages;
    },
  };
}

function planArray(owner: string, field: Field, base: Primitive): FieldPlan {
  const check = lengthCheck(owner, field);
  const tag = typedArrayOf(base);
  const length = field.type.container.kind === 'array' ? field.type.container.length : 0;
  const values = isList(field.default) ? field.default : undefined;
  const makePlain = (): unknown[] => (values ? [...values] : new Array<unknown>(length).fill(zeroOf(base)));
  const TypedArray = tag === undefined ? undefined : TYPED_ARRAYS[tag];
  if (!TypedArray || tag === undefined) {
    return { name: field.name, converts: true, makeDefault: makePlain, convert: (value) => checked(value, check) };
  }
  return {
    name: field.name,
    converts: true,
    makeDefault: () => (values ? TypedArray.from(values as readonly number[]) : new TypedArray(length)),
    convert: (value) => toTypedArray(checked(value, check), base, tag, TypedArray),
  };
}

function checked(value: unknown, check: (length: number) => void): unknown {
  if (Array.isArray(value) || typedArrayTag(value) !== undefined) check((value as ArrayLike<unknown>).length);
  return value;
}

/** `Symbol.toStringTag` of the typed array that holds a primitive's arrays; undefined where plain arrays do. */
export function typedArrayOf(base: Primitive): string | undefined {
  if (base === 'string' || base === 'wstring') return undefined;
  const facts = SCALARS[base];
  return facts.decodesToTypedArray ? facts.typedArray : undefined;
}

/** A list of numbers as the field's typed array, if each fits; anything else is left for encoding to refuse. */
function toTypedArray(value: unknown, base: Primitive, tag: string, TypedArray: TypedArrayConstructor): unknown {
  // rclnodejs keeps arrays of `char` in an Int8Array; the bytes are the same.
  if (base === 'char' && typedArrayTag(value) === 'Int8Array') {
    const bytes = value as Int8Array;
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  if (!Array.isArray(value) || typedArrayTag(value) === tag) return value;
  const { family, minimum = -Infinity, maximum = Infinity } = SCALARS[base as keyof typeof SCALARS];
  const fits = (element: unknown): boolean =>
    typeof element === 'number' &&
    (family === 'float' || (Number.isInteger(element) && element >= Number(minimum) && element <= Number(maximum)));
  return value.every(fits) ? TypedArray.from(value as number[]) : value;
}

function lengthCheck(owner: string, field: Field): (length: number) => void {
  const { container } = field.type;
  return (length) => {
    if (container.kind === 'array' && length !== container.length) {
      throw new ArrayLengthError(owner, field.name, `exactly ${container.length}`, length);
    }
    if (container.kind === 'sequence' && length > (container.bound ?? Infinity)) {
      throw new ArrayLengthError(owner, field.name, `at most ${container.bound}`, length);
    }
  };
}

function isMessageLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function isList(value: LiteralValue | undefined): value is readonly (boolean | number | bigint | string)[] {
  return Array.isArray(value);
}
