import fc from 'fast-check';
import { type Codec, createCodec } from '@roslet/interfaces';
import { arbitrarySample } from '../../interfaces/src/codec/arbitrary.testing';
import { COMMON, resolverOf } from '../../interfaces/src/codec/fixtures.testing';
import { native } from './native';

/**
 * The native walker must write what the TypeScript codec writes and refuse what it refuses, in the same words: which of
 * the two serves a publisher must never show.
 */

function nativeSerialize(codec: Codec, message: unknown): Uint8Array {
  const plan = native.cdrPlan(codec.plan);
  const size = native.cdrSize(plan, message);
  // A damaged plan may ask for gigabytes; that it does is all right, and enough.
  if (size > 1 << 24) return new Uint8Array(1);
  const bytes = new Uint8Array(size);
  native.cdrEncode(plan, message, bytes, 0, size);
  return bytes;
}

/** The bytes in hex, or code and text of the error. */
function outcome(serialize: () => Uint8Array): string {
  try {
    return Buffer.from(serialize()).toString('hex');
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
}

describe('random types, random messages', () => {
  test('native code and the TypeScript codec give the same bytes', () => {
    fc.assert(
      fc.property(arbitrarySample(), ({ name, resolve, message }) => {
        const codec = createCodec(name, resolve);
        expect(outcome(() => nativeSerialize(codec, message))).toBe(outcome(() => codec.serialize(message)));
        expect(native.cdrSize(native.cdrPlan(codec.plan), message)).toBe(codec.size(message));
      }),
      { numRuns: 500 },
    );
  });

  test('of wrong messages both say the same', () => {
    const anything = fc.oneof(
      fc.constantFrom<unknown>(
        undefined,
        null,
        true,
        NaN,
        -1,
        0.5,
        256,
        2 ** 31,
        2 ** 53,
        1e300,
        -1n,
        2n ** 64n,
        {},
        [],
      ),
      fc.constantFrom<unknown>('a\0', '\ud800', 'é'.repeat(50), [undefined], [1, 'x'], [[]], Symbol('s'), () => 1),
      fc.constantFrom<unknown>(
        new Float32Array(3),
        new Uint8Array(3),
        new BigInt64Array(2),
        new DataView(new ArrayBuffer(2)),
      ),
      fc.constantFrom<unknown>(new Proxy([], {}), new Proxy({}, {}), new Date(0), new Map()),
    );
    let refusals = 0;
    fc.assert(
      fc.property(
        arbitrarySample(),
        fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 3 }),
        (sample, wrongs) => {
          const codec = createCodec(sample.name, sample.resolve);
          const message = { ...sample.message };
          const names = sample.resolve(sample.name).fields.map((field) => field.name);
          for (const [index, value] of wrongs) if (names.length > 0) message[names[index % names.length]!] = value;
          const expected = outcome(() => codec.serialize(message));
          if (expected.startsWith('ERR_ROSLET_MESSAGE_INVALID')) refusals++;
          expect(outcome(() => nativeSerialize(codec, message))).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
    expect(refusals).toBeGreaterThan(100);
  });

  test('a damaged plan is refused or serves, and never harms the process', () => {
    fc.assert(
      fc.property(
        arbitrarySample(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
        fc.nat(),
        (sample, damage, cut) => {
          const codec = createCodec(sample.name, sample.resolve);
          let plan = codec.plan.slice();
          for (const [at, value] of damage) plan[at % plan.length] = value;
          if (cut % 4 === 0) plan = plan.slice(0, cut % plan.length);
          const served = outcome(() => nativeSerialize({ ...codec, plan } as Codec, sample.message));
          expect(served).toMatch(/^([0-9a-f]+|ERR_ROSLET_(NATIVE_ARGUMENT|MESSAGE_INVALID): [^]*)$/);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('messages that change between the two walks', () => {
  const resolve = resolverOf({ ...COMMON, 't/msg/Bytes': 'uint8[] data' });

  function changing(...values: unknown[]): object {
    let reads = 0;
    return Object.defineProperty({}, 'data', { get: () => values[Math.min(reads++, values.length - 1)] });
  }

  test.each([
    ['std_msgs/msg/String', changing('a', 'x'.repeat(300))],
    ['std_msgs/msg/String', changing('x'.repeat(300), 'a')],
    ['t/msg/Bytes', changing(new Uint8Array(2), new Uint8Array(200))],
    ['t/msg/Bytes', changing([1], new Array(300).fill(1))],
  ])('a %s of another size is refused', (name, message) => {
    expect(outcome(() => nativeSerialize(createCodec(name, resolve), message))).toMatch(/^ERR_ROSLET_MESSAGE_CHANGED/);
  });

  test('a getter may take the target away', () => {
    const codec = createCodec('std_msgs/msg/String', resolve);
    const plan = native.cdrPlan(codec.plan);
    const target = new Uint8Array(64);
    const message = {
      get data() {
        structuredClone(target, { transfer: [target.buffer] });
        return 'gone';
      },
    };
    expect(() => native.cdrEncode(plan, message, target, 0, 13)).toThrow('within the target, which has 0 bytes');
  });

  test('what a getter throws comes out unchanged', () => {
    const failure = new Error('no value today');
    const message = {
      get data() {
        throw failure;
      },
    };
    const codec = createCodec('std_msgs/msg/String', resolve);
    expect(() => nativeSerialize(codec, message)).toThrow(failure);
  });

  test('only what cdrPlan returned is a plan', () => {
    for (const plan of [undefined, {}, 5, native, new Uint8Array(8)]) {
      expect(() => native.cdrSize(plan as never, {})).toThrow('expected a plan that cdrPlan() returned');
    }
  });
});
