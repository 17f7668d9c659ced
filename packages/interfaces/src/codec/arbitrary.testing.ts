import fc from 'fast-check';
import type { Container, Field, FieldType, MessageDescription, Primitive, Resolve } from '../model';
import { PRIMITIVES } from '../model';
import { SCALARS, type Scalar } from './primitives';

/** Random types with random messages of them, for property tests. */

export interface Sample {
  readonly name: string;
  readonly resolve: Resolve;
  /** As a user may give it: fields left out, plain arrays for typed ones, numbers for 64-bit integers. */
  readonly message: Record<string, unknown>;
  /** The same with every default filled in and every array as decoding gives it. */
  readonly complete: Record<string, unknown>;
}

export interface SampleOptions {
  /** ASCII strings, no wstring: what other implementations agree on. */
  readonly sane?: boolean;
}

export function arbitrarySample(options: SampleOptions = {}): fc.Arbitrary<Sample> {
  return arbitraryTypes(options).chain((descriptions) => {
    const known = new Map(descriptions.map((description) => [description.name, description]));
    const resolve: Resolve = (name) => known.get(name)!;
    const { name } = descriptions[descriptions.length - 1]!;
    return arbitraryMessage(name, resolve, options).map(({ given, complete }) => ({
      name,
      resolve,
      message: given as Record<string, unknown>,
      complete: complete as Record<string, unknown>,
    }));
  });
}

/** One to four structures; each may nest those before it. */
function arbitraryTypes(options: SampleOptions): fc.Arbitrary<MessageDescription[]> {
  return fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryDescription(index, options))));
}

function arbitraryDescription(index: number, options: SampleOptions): fc.Arbitrary<MessageDescription> {
  const minLength = index === 0 ? 0 : 1;
  return fc.array(arbitraryField(index, options), { minLength, maxLength: 6 }).map((fields) => ({
    name: `random_msgs/msg/T${index}`,
    fields: fields.map((field, position) => ({ ...field, name: `f${position}` })),
    constants: [],
  }));
}

function arbitraryField(nestable: number, options: SampleOptions): fc.Arbitrary<Field> {
  const primitives = PRIMITIVES.filter((base) => !options.sane || base !== 'wstring');
  const primitive = fc.record({
    base: fc.constantFrom(...primitives),
    bound: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 2 }),
    container: arbitraryContainer(),
    withDefault: fc.boolean(),
  });
  const plain = primitive.chain(({ base, bound, container, withDefault }) => {
    const isString = base === 'string' || base === 'wstring';
    const type: FieldType =
      isString && bound !== undefined ? { base, stringBound: bound, container } : { base, container };
    if (!withDefault) return fc.constant<Field>({ name: '', type });
    return arbitraryValue(type, () => null, options).map<Field>(({ complete }) => ({
      name: '',
      type,
      default: (container.kind === 'single' ? complete : Array.from(complete as unknown[])) as Field['default'],
    }));
  });
  if (nestable === 0) return plain;
  const nested = fc
    .record({ target: fc.integer({ min: 0, max: nestable - 1 }), container: arbitraryContainer() })
    .map<Field>(({ target, container }) => ({
      name: '',
      type: { base: 'nested', nested: `random_msgs/msg/T${target}`, container },
    }));
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: nested });
}

function arbitraryContainer(): fc.Arbitrary<Container> {
  return fc.oneof(
    fc.constant<Container>({ kind: 'single' }),
    fc.integer({ min: 1, max: 5 }).map<Container>((length) => ({ kind: 'array', length })),
    fc.constant<Container>({ kind: 'sequence' }),
    fc.integer({ min: 1, max: 20 }).map<Container>((bound) => ({ kind: 'sequence', bound })),
  );
}

interface Value {
  readonly given: unknown;
  readonly complete: unknown;
}

function arbitraryMessage(name: string, resolve: Resolve, options: SampleOptions): fc.Arbitrary<Value> {
  const { fields } = resolve(name);
  const values = fields.map((field) => {
    const value = arbitraryValue(field.type, (nested) => arbitraryMessage(nested, resolve, options), options);
    const missing = fc
      .constantFrom(undefined, null)
      .map<Value>((given) => ({ given, complete: completeDefault(field, resolve) }));
    return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: missing });
  });
  return fc.tuple(...values).map((parts) => {
    const given: Record<string, unknown> = {};
    const complete: Record<string, unknown> = {};
    parts.forEach((part, index) => {
      const { name: field } = fields[index]!;
      if (part.given !== undefined) given[field] = part.given;
      complete[field] = part.complete;
    });
    return { given, complete };
  });
}

function arbitraryValue(
  type: FieldType,
  nested: (name: string) => fc.Arbitrary<Value> | null,
  options: SampleOptions,
): fc.Arbitrary<Value> {
  const element =
    type.base === 'nested' ? nested(type.nested!)! : arbitraryPrimitive(type.base, type.stringBound, options);
  const { container } = type;
  if (container.kind === 'single') return element;
  const maxLength = container.kind === 'array' ? container.length : Math.min(container.bound ?? 24, 24);
  const minLength = container.kind === 'array' ? container.length : 0;
  return fc.tuple(fc.array(element, { minLength, maxLength }), fc.boolean()).map(([values, typed]) => {
    const complete = toDecoded(
      type.base,
      values.map((value) => value.complete),
    );
    const plain = values.map((value) => value.given);
    const given = typed && ArrayBuffer.isView(complete) ? complete : plain;
    return { given, complete };
  });
}

function arbitraryPrimitive(base: Primitive, bound: number | undefined, options: SampleOptions): fc.Arbitrary<Value> {
  const same = <T>(value: T): Value => ({ given: value, complete: value });
  if (base === 'string' || base === 'wstring') return arbitraryText(base, bound ?? 50, options).map(same);
  const { family, minimum, maximum } = SCALARS[base];
  if (family === 'boolean') return fc.boolean().map(same);
  if (base === 'float32') return fc.float().map(same);
  if (base === 'float64') return fc.double().map(same);
  if (family === 'integer') return fc.integer({ min: minimum as number, max: maximum as number }).map(same);
  const [min, max] = [minimum as bigint, maximum as bigint];
  const safe = fc
    .integer({ min: base === 'uint64' ? 0 : Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    .map<Value>((number) => ({ given: number, complete: BigInt(number) }));
  return fc.oneof(fc.bigInt({ min, max }).map(same), safe);
}

function arbitraryText(kind: 'string' | 'wstring', bound: number, options: SampleOptions): fc.Arbitrary<string> {
  if (options.sane) return fc.string({ unit: 'grapheme-ascii', maxLength: bound });
  // Any UTF-16 units are a wstring; a string is UTF-8 without NUL, and its bound counts bytes.
  if (kind === 'wstring') {
    return fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: bound })
      .map((units) => String.fromCharCode(...units));
  }
  return fc
    .string({ unit: 'binary', maxLength: bound })
    .map((text) => text.replaceAll('\0', ''))
    .filter((text) => Buffer.byteLength(text) <= bound);
}

/** Elements as decoding returns them: typed arrays except for bool, strings, 64-bit integers and nested messages. */
function toDecoded(base: FieldType['base'], values: readonly unknown[]): unknown {
  const facts = base in SCALARS ? SCALARS[base as Scalar] : undefined;
  if (!facts?.decodesToTypedArray) return [...values];
  return globalThis[facts.typedArray as 'Float64Array'].from(values as number[]);
}

/** Independent of defaults.ts: what a field left out must read as in the end. */
function completeDefault(field: Field, resolve: Resolve): unknown {
  const { base, nested, container } = field.type;
  const one = (): unknown => {
    if (base === 'nested') return completeMessage(nested!, resolve);
    if (base === 'string' || base === 'wstring') return '';
    const { family } = SCALARS[base];
    return family === 'boolean' ? false : family === 'bigint' ? 0n : 0;
  };
  if (container.kind === 'single') return field.default ?? one();
  if (field.default !== undefined) return toDecoded(base, field.default as unknown[]);
  return toDecoded(base, Array.from({ length: container.kind === 'array' ? container.length : 0 }, one));
}

function completeMessage(name: string, resolve: Resolve): Record<string, unknown> {
  return Object.fromEntries(resolve(name).fields.map((field) => [field.name, completeDefault(field, resolve)]));
}
