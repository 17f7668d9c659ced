import { compileCodec, type Field, type InterfaceRegistry, type Primitive } from '@roslet/interfaces';
import { UsageError } from '../errors';
import { defaultMessage } from '../message/codec';

/** What is sent in a measurement. */
export interface Payload {
  readonly message: Record<string, unknown>;
  /** Bytes in the array or string that was filled; all serialized bytes of a type of fixed size. */
  readonly bytes: number;
  /** Serialized, with its encapsulation header. */
  readonly serialized: Uint8Array;
  /** Takes samples of a received message, so that what was received has been looked at. */
  readonly sample: (message: unknown) => number;
}

const DEFAULT_BYTES = 64;

type Filler = (bytes: number) => ArrayLike<unknown>;

const FILLERS: Partial<Record<Primitive, Filler>> = {
  byte: pattern(Uint8Array),
  char: pattern(Uint8Array),
  uint8: pattern(Uint8Array),
  int8: pattern(Int8Array),
  int16: pattern(Int16Array),
  uint16: pattern(Uint16Array),
  int32: pattern(Int32Array),
  uint32: pattern(Uint32Array),
  float32: pattern(Float32Array),
  float64: pattern(Float64Array),
};

/**
 * A message of a type with a payload of about `size` bytes (a whole number of elements) in its first unbounded numeric array, or else
 * its first string.
 *
 * @throws UsageError when a size is asked of a type that has neither; TypeNotFoundError
 */
export function payloadOf(registry: InterfaceRegistry, typeName: string, size: number | undefined): Payload {
  const type = registry.message(typeName).name;
  const codec = compileCodec(type, registry.resolve);
  const path = findVariable(registry, type);
  const message = defaultMessage(registry, type);
  if (path === undefined) {
    if (size !== undefined)
      throw new UsageError(`expected no --size with ${type}: it has no array or string that could be made that long`);
    const serialized = codec.serialize(message);
    return { message, bytes: serialized.byteLength - 4, serialized, sample: () => 0 };
  }
  const content = contentOf(path.field, size ?? DEFAULT_BYTES);
  const owner = path.names.slice(0, -1).reduce((value, name) => value[name] as Record<string, unknown>, message);
  owner[path.field.name] = content;
  const bytes = typeof content === 'string' ? content.length : (content as Uint8Array).byteLength;
  return { message, bytes, serialized: codec.serialize(message), sample: samplerOf(path.names) };
}

interface VariablePath {
  readonly names: readonly string[];
  readonly field: Field;
}

function findVariable(registry: InterfaceRegistry, type: string): VariablePath | undefined {
  const { fields } = registry.resolve(type);
  const own = fields.find(isNumericSequence) ?? fields.find(isText);
  if (own !== undefined) return { names: [own.name], field: own };
  for (const { name, type: of } of fields) {
    if (of.nested === undefined || of.container.kind !== 'single') continue;
    const inner = findVariable(registry, of.nested);
    if (inner !== undefined) return { names: [name, ...inner.names], field: inner.field };
  }
  return undefined;
}

function isNumericSequence({ type }: Field): boolean {
  const { base, container } = type;
  return (
    base !== 'nested' && FILLERS[base] !== undefined && container.kind === 'sequence' && container.bound === undefined
  );
}

function isText({ type }: Field): boolean {
  return type.base === 'string' && type.container.kind === 'single' && type.stringBound === undefined;
}

function contentOf({ type }: Field, size: number): string | ArrayLike<unknown> {
  const filler = type.base === 'nested' ? undefined : FILLERS[type.base];
  return filler === undefined ? 'x'.repeat(size) : filler(size);
}

const PERIOD = 127;

interface NumericArray extends ArrayLike<number> {
  copyWithin(target: number, start: number, end: number): unknown;
  [index: number]: number;
}

/** No zero pages and no constant bytes: memory that is really written, and really different. 64 MiB of it must not take seconds. */
function pattern(view: { readonly BYTES_PER_ELEMENT: number; new (length: number): NumericArray }): Filler {
  return (bytes) => {
    const array = new view(Math.floor(bytes / view.BYTES_PER_ELEMENT));
    for (let index = 0; index < Math.min(PERIOD, array.length); index++) array[index] = index;
    for (let filled = PERIOD; filled < array.length; filled *= 2) array.copyWithin(filled, 0, filled);
    return array;
  };
}

/** The first, the middle and the last element or character. */
function samplerOf(names: readonly string[]): (message: unknown) => number {
  return (message) => {
    let value = message as ArrayLike<number> & Record<string, unknown>;
    for (const name of names) value = value[name] as typeof value;
    const { length } = value;
    if (length === 0) return 0;
    return Number(value[0]) + Number(value[length >> 1]) + Number(value[length - 1]);
  };
}
