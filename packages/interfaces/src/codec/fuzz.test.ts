import fc from 'fast-check';
import { arbitrarySample } from './arbitrary.testing';
import { createCodec, type Codec } from './codec';

const RUNS = { numRuns: 800 };

/** Flips, overwrites, cuts and repeats; half of the values are those that break length arithmetic. */
const arbitraryMutation = fc.record({
  kind: fc.constantFrom('byte', 'word', 'cut', 'grow', 'swap'),
  at: fc.nat(),
  value: fc.oneof(
    fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff),
    fc.nat(0xffffffff),
  ),
});

type Mutation = typeof arbitraryMutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(source: Uint8Array, { kind, at, value }: Mutation): Uint8Array {
  const bytes = Uint8Array.from(source);
  const position = at % bytes.length;
  switch (kind) {
    case 'byte':
      bytes[position] = value;
      return bytes;
    case 'word':
      if (bytes.length >= 4) new DataView(bytes.buffer).setUint32(at % (bytes.length - 3), value, true);
      return bytes;
    case 'cut':
      return bytes.slice(0, position);
    case 'grow':
      return Uint8Array.from([...bytes.subarray(0, position), ...bytes.subarray(position - (value % (position + 1)))]);
    default:
      bytes[1] = value & 1;
      return bytes;
  }
}

/** A message, or the text of the CdrError; every other exception fails the test. */
function outcome(codec: Codec, bytes: Uint8Array): unknown {
  try {
    return codec.decode(bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_ROSLET_CDR_INVALID', offset: expect.any(Number) as number });
    return (error as Error).message;
  }
}

/** Array elements and characters of a decoded message: what hostile lengths would inflate. An element takes a byte at least. */
function volume(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + Math.max(1, volume(item)), 0);
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).reduce<number>((sum, field) => sum + volume(field), 0);
  }
  return 0;
}

describe('mutated bytes', () => {
  test('decode to a message no larger than themselves, or to a CdrError that generated and plain code agree on', () => {
    let messages = 0;
    let refusals = 0;
    fc.assert(
      fc.property(
        arbitrarySample(),
        fc.array(arbitraryMutation, { minLength: 1, maxLength: 4 }),
        (sample, mutations) => {
          const generated = createCodec(sample.name, sample.resolve, { generateCode: true });
          const plain = createCodec(sample.name, sample.resolve, { generateCode: false });
          let bytes = generated.serialize(sample.message);
          for (const mutation of mutations) if (bytes.length > 0) bytes = mutate(bytes, mutation);
          const seen = outcome(generated, bytes);
          expect(seen).toStrictEqual(outcome(plain, bytes));
          if (typeof seen === 'string') return void refusals++;
          messages++;
          expect(volume(seen)).toBeLessThanOrEqual(bytes.length);
        },
      ),
      RUNS,
    );
    // Both ends must really have been reached.
    expect(messages).toBeGreaterThan(RUNS.numRuns / 20);
    expect(refusals).toBeGreaterThan(RUNS.numRuns / 20);
  });

  test('random bytes decode or are refused', () => {
    fc.assert(
      fc.property(arbitrarySample(), fc.uint8Array({ maxLength: 200 }), fc.boolean(), (sample, body, little) => {
        const bytes = Uint8Array.from([0, little ? 1 : 0, 0, 0, ...body]);
        const generated = createCodec(sample.name, sample.resolve, { generateCode: true });
        const plain = createCodec(sample.name, sample.resolve, { generateCode: false });
        expect(outcome(generated, bytes)).toStrictEqual(outcome(plain, bytes));
      }),
      RUNS,
    );
  });
});
