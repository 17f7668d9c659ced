import { CdrError, CodecTargetError, MessageChangedError } from '../errors';
import type { Resolve } from '../model';
import { type DecodeFunction, generateDecode } from './generate-decode';
import { BODY_START } from './alignment';
import { viewFields } from './field-views';
import { fixedSize } from './fixed-size';
import { type EncodeFunction, generateEncode } from './generate-encode';
import { generateSize, type SizeFunction } from './generate-size';
import { HEADER_SIZE, readHeader, writeHeader } from './header';
import { explainBody, explainMessage, interpretDecode, interpretEncode, interpretSize } from './interpret';
import { writePlan } from './plan';
import { readBody } from './read';
import { mayGenerateCode } from './source';
import { buildStructure, type Structure } from './structure';
import { typedArrayBuffer, typedArrayByteLength, typedArrayByteOffset, typedArrayTag } from './typed-arrays';
import { sourceViews, targetViews } from './views';

/**
 * Serializes and deserializes messages of one type: XCDR1 as ROS 2's middlewares write it (design/0003-cdr-codec.md).
 *
 * Fields that are `undefined`, `null` or left out take their defaults. Numeric arrays are typed arrays of exactly the
 * element type, or plain arrays; 64-bit integers are bigint or safe integers.
 */
// The message's type is the caller's to name: a codec is found by a name known only at run time.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Codec<T = any> {
  /** Full name, `geometry_msgs/msg/Twist`. */
  readonly typeName: string;

  /**
   * Serialized size in bytes, with the encapsulation header of 4 bytes. Exact. Looks only at what decides the size (lengths
   * and strings); values are `encode`'s to check.
   *
   * @throws MessageError naming the first field (in the order of the definition) that is wrong
   */
  size(message: T): number;

  /**
   * Writes the message, encapsulation header first, at `target[offset]`. `size` must be what `size()` gave. Memory outside
   * `[offset, offset + size)` is never touched, even when getters answer differently in the two walks.
   *
   * @returns the bytes written: `size`
   * @throws MessageError naming the first wrong field; MessageChangedError when the message takes another size by now;
   *   CodecTargetError when `target` is no Uint8Array with that many bytes. What was written before stays.
   */
  encode(message: T, target: Uint8Array, offset: number, size: number): number;

  /** Size and encode into memory of its own. */
  serialize(message: T): Uint8Array;

  /**
   * Reads a message from `source`, either byte order, up to 7 bytes of trailing padding allowed. Numeric arrays are views
   * on `source`'s memory where alignment and byte order allow, else copies.
   *
   * @throws CdrError with byte offset and field path, in time and memory bounded by `length`; CodecTargetError when
   *   `source` is no Uint8Array with such a range
   */
  decode(source: Uint8Array, offset?: number, length?: number): T;

  /** Serialized size of every message of the type, header included; undefined for types with strings or sequences. */
  readonly fixedSize: number | undefined;

  /**
   * A message of fixed size whose fields lie in `target` itself, at `offset` (where `offset` + 4, counted in the underlying
   * buffer, is a multiple of 8). Writes the encapsulation header; the rest of the memory is left as it is. Numeric arrays are typed arrays on
   * that memory (`bool[N]` a Uint8Array, 64-bit integers BigInt64Array or BigUint64Array).
   *
   * @throws CodecTargetError when the type has no fixed size, or the memory is too small or not aligned
   */
  viewFields(target: Uint8Array, offset: number): T;

  /** The compiled plan for the native walker. */
  readonly plan: Uint8Array;
}

export interface CodecOptions {
  /** False: plain walks instead of generated code. Default: whether this process may generate code. */
  readonly generateCode?: boolean;
}

const codecs = new WeakMap<Resolve, Map<string, Codec>>();

/**
 * The codec of a structure; one for each `resolve` and name, made on first use.
 *
 * @throws what `resolve` throws for unknown names, RecursiveInterfaceError, CodecDescriptionError
 */
export function compileCodec(name: string, resolve: Resolve): Codec {
  let known = codecs.get(resolve);
  if (known === undefined) codecs.set(resolve, (known = new Map<string, Codec>()));
  let codec = known.get(name);
  if (codec === undefined) known.set(name, (codec = createCodec(name, resolve)));
  return codec;
}

/** Like `compileCodec`, but a new one at every call. */
export function createCodec(name: string, resolve: Resolve, options: CodecOptions = {}): Codec {
  return new CompiledCodec(buildStructure(name, resolve), options.generateCode ?? mayGenerateCode());
}

/** More bytes behind a message than middlewares pad with mean that it is of another type. */
const MAX_TRAILING = 7;

/** Small messages are serialized here and copied out, which is cheaper than views on new memory for each. */
const scratch = new Uint8Array(4096);
/** Puts the body at a multiple of 8, as in a log record. */
const SCRATCH_OFFSET = 4;
let scratchInUse = false;

class CompiledCodec implements Codec {
  readonly #structure: Structure;
  readonly #generate: boolean;
  #size: SizeFunction | undefined;
  #encode: EncodeFunction | undefined;
  #decode: DecodeFunction | undefined;
  #plan: Uint8Array | undefined;

  constructor(structure: Structure, generate: boolean) {
    this.#structure = structure;
    this.#generate = generate;
  }

  get typeName(): string {
    return this.#structure.name;
  }

  get plan(): Uint8Array {
    return (this.#plan ??= writePlan(this.#structure));
  }

  size(message: unknown): number {
    return HEADER_SIZE + (this.#size ??= this.#makeSize())(message);
  }

  encode(message: unknown, target: Uint8Array, offset: number, size: number): number {
    const encode = (this.#encode ??= this.#makeEncode());
    checkRange('target', target, offset, size);
    if (size < HEADER_SIZE) throw new CodecTargetError(`expected a size of ${HEADER_SIZE} bytes or more, got ${size}`);
    const views = targetViews(typedArrayBuffer(target));
    const begin = typedArrayByteOffset(target) + offset;
    writeHeader(views.data, begin);
    if (encode(message, views, begin + HEADER_SIZE, begin + size) !== begin + size) {
      throw new MessageChangedError(this.typeName);
    }
    return size;
  }

  serialize(message: unknown): Uint8Array {
    const size = this.size(message);
    // A getter of the message may serialize another message meanwhile.
    if (scratchInUse || size > scratch.length - SCRATCH_OFFSET) {
      const target = new Uint8Array(size);
      this.encode(message, target, 0, size);
      return target;
    }
    scratchInUse = true;
    try {
      this.encode(message, scratch, SCRATCH_OFFSET, size);
      return scratch.slice(SCRATCH_OFFSET, SCRATCH_OFFSET + size);
    } finally {
      scratchInUse = false;
    }
  }

  decode(source: Uint8Array, offset = 0, length?: number): unknown {
    const decode = (this.#decode ??= this.#makeDecode());
    const size = length ?? typedArrayByteLengthOrZero(source) - offset;
    checkRange('source', source, offset, size);
    const views = sourceViews(typedArrayBuffer(source));
    const begin = typedArrayByteOffset(source) + offset;
    const end = begin + size;
    const body = begin + HEADER_SIZE;
    const little = readHeader(this.typeName, views.data, begin, size) === 'little';
    const message = little ? decode(views, body, end) : readBody(this.#structure, views, body, end, 'big');
    const left = end - views.position;
    if (left > MAX_TRAILING) {
      const problem = `expected the end of the message, got ${left} more bytes; compare the type's definition on both sides`;
      throw new CdrError(this.typeName, '', size - left, problem);
    }
    return message;
  }

  get fixedSize(): number | undefined {
    return this.#structure.fixed ? HEADER_SIZE + fixedSize(this.#structure, BODY_START) : undefined;
  }

  viewFields(target: Uint8Array, offset: number): unknown {
    const size = this.fixedSize;
    if (size === undefined) {
      throw new CodecTargetError(`expected a type of fixed size for a view of its fields, got ${this.typeName}`);
    }
    checkRange('target', target, offset, size);
    const begin = typedArrayByteOffset(target) + offset;
    if ((begin + HEADER_SIZE) % 8 !== 0) {
      throw new CodecTargetError(`expected an offset that is 4 bytes short of a multiple of 8, got ${begin}`);
    }
    const { data } = targetViews(typedArrayBuffer(target));
    writeHeader(data, begin);
    return viewFields(this.#structure, data, begin + HEADER_SIZE);
  }

  #makeSize(): SizeFunction {
    if (!this.#generate) return interpretSize(this.#structure);
    return generateSize(this.#structure, explainMessage(this.#structure));
  }

  #makeEncode(): EncodeFunction {
    if (!this.#generate) return interpretEncode(this.#structure);
    return generateEncode(this.#structure, explainMessage(this.#structure));
  }

  #makeDecode(): DecodeFunction {
    if (!this.#generate) return interpretDecode(this.#structure);
    return generateDecode(this.#structure, explainBody(this.#structure));
  }
}

function typedArrayByteLengthOrZero(value: unknown): number {
  return typedArrayTag(value) === undefined ? 0 : typedArrayByteLength(value);
}

/** Holds a caller to a range of a Uint8Array; this is what keeps every later write inside. */
function checkRange(what: string, memory: unknown, offset: number, size: number): void {
  if (typedArrayTag(memory) !== 'Uint8Array')
    throw new CodecTargetError(`expected a Uint8Array as ${what}, got ${typeof memory}`);
  const available = typedArrayByteLength(memory);
  if (!Number.isInteger(offset) || !Number.isInteger(size) || offset < 0 || size < 0 || offset + size > available) {
    throw new CodecTargetError(
      `expected bytes ${offset} to ${offset + size} within the ${what}, which has ${available} bytes`,
    );
  }
}
