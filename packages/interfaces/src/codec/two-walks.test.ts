import { createCodec, type Codec } from './codec';
import { COMMON, resolverOf } from './fixtures.testing';

const resolve = resolverOf({ ...COMMON, 't/msg/Texts': 'string[] texts\nstring last', 't/msg/Bytes': 'uint8[] data' });

/** Gives its values one after the other, the last one for ever. */
function changing(field: string, ...values: unknown[]): object {
  let reads = 0;
  return Object.defineProperty({}, field, {
    enumerable: true,
    get: () => values[Math.min(reads++, values.length - 1)],
  });
}

describe.each([true, false])('a message that changes between the two walks (generated code: %s)', (generateCode) => {
  const codec = (name: string): Codec => createCodec(name, resolve, { generateCode });

  /** Encodes into the middle of marked memory with the size of the first walk; the marks must survive. */
  function encodeGuarded(name: string, message: object): void {
    const size = codec(name).size(message);
    const memory = new Uint8Array(size + 128).fill(0xa5);
    try {
      codec(name).encode(message, memory, 64, size);
    } finally {
      expect(memory.subarray(0, 64).every((byte) => byte === 0xa5)).toBe(true);
      expect(memory.subarray(64 + size).every((byte) => byte === 0xa5)).toBe(true);
    }
  }

  const long = 'x'.repeat(300);

  test.each([
    ['a string that grows', 'std_msgs/msg/String', changing('data', 'a', long)],
    ['a string that shrinks', 'std_msgs/msg/String', changing('data', long, 'a')],
    ['a string that turns wide', 'std_msgs/msg/String', changing('data', 'aaaa', 'éééé')],
    ['a typed array that grows', 't/msg/Bytes', changing('data', new Uint8Array(2), new Uint8Array(200))],
    ['a plain array that grows', 't/msg/Bytes', changing('data', [1], Array<number>(200).fill(1))],
    ['more strings', 't/msg/Texts', changing('texts', ['a'], ['a', long, long])],
    ['more nested messages', 'geometry_msgs/msg/PoseArray', changing('poses', [{}], [{}, {}, {}])],
    ['a header with a longer frame', 'geometry_msgs/msg/PoseStamped', changing('header', {}, { frame_id: long })],
  ])('%s is refused, and nothing outside is touched', (_, name, message) => {
    expect(() => encodeGuarded(name, message)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_MESSAGE_CHANGED' }));
  });

  test('an array emptied while its elements are read is refused', () => {
    const poses: object[] = [{}, {}, {}];
    poses[0] = Object.defineProperty({}, 'position', {
      get: () => {
        poses.length = 1;
        return {};
      },
    });
    expect(() => encodeGuarded('geometry_msgs/msg/PoseArray', { poses })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^ERR_ROSLET_MESSAGE_/) }),
    );
  });

  test('a proxy that answers anything does no harm', () => {
    for (const length of [-1, NaN, 1e20, '7', undefined]) {
      const texts = new Proxy([] as string[], {
        get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
      });
      try {
        encodeGuarded('t/msg/Texts', { texts });
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^ERR_ROSLET_MESSAGE_/);
      }
    }
  });

  test('a getter may serialize other messages meanwhile', () => {
    const inner = codec('std_msgs/msg/String');
    const outer = {
      header: {},
      get pose() {
        inner.serialize({ data: 'from within' });
        return { position: { x: 5 } };
      },
    };
    const pose = codec('geometry_msgs/msg/PoseStamped');
    expect(pose.decode(pose.serialize(outer))).toMatchObject({ pose: { position: { x: 5 } } });
  });

  test('memory that is too small or no memory at all is refused before anything is written', () => {
    const text = codec('std_msgs/msg/String');
    const tooSmall: [unknown, number, number][] = [
      [new Uint8Array(10), 0, 12],
      [new Uint8Array(20), 9, 12],
      [new Uint8Array(20), -1, 12],
      [new Uint8Array(20), 0.5, 12],
      [new Uint8Array(20), 0, NaN],
      [new Uint8Array(20), 0, 3],
      [new Float32Array(20), 0, 12],
      [[], 0, 12],
      [undefined, 0, 12],
    ];
    for (const [target, offset, size] of tooSmall) {
      expect(() => text.encode({ data: 'abc' }, target as Uint8Array, offset, size)).toThrow(
        expect.objectContaining({ code: 'ERR_ROSLET_CODEC_TARGET' }),
      );
    }
  });
});
