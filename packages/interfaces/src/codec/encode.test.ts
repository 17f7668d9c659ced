import { runInNewContext } from 'node:vm';
import { createCodec, type Codec } from './codec';
import { COMMON, resolverOf } from './fixtures.testing';

const SCALARS = [
  ...['bool', 'byte', 'char', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'],
  ...['float32', 'float64', 'string', 'wstring'],
];

const resolve = resolverOf({
  ...COMMON,
  ...Object.fromEntries(SCALARS.map((base) => [`t/msg/One_${base}`, `${base} value`])),
  ...Object.fromEntries(SCALARS.map((base) => [`t/msg/Many_${base}`, `${base}[] values`])),
  't/msg/Fixed': 'float64[3] point\nstring[2] names\ngeometry_msgs/msg/Point[2] corners',
  't/msg/Bounded': 'string<=3 text\nwstring<=3 wide\nint32[<=2] numbers\nstring<=2[<=2] texts',
  't/msg/Defaults':
    'int32 number -7\nstring text "héllo"\nbool flag true\nfloat64[2] pair [1.5, 2]\nstring[] texts ["a", "b"]\nint64 large "9007199254740993"',
  't/msg/Inherited': 'int32 constructor 4\nstring after "x"',
  't/msg/Nothing': '',
  't/msg/Nothings': 't/msg/Nothing one\nint32 number\nt/msg/Nothing[] more',
});

/** Each rule must hold for generated code and for the plain walk alike. */
describe.each([true, false])('encoding (generated code: %s)', (generateCode) => {
  const codec = (name: string): Codec => createCodec(name, resolve, { generateCode });
  const hex = (name: string, message: object) => Buffer.from(codec(name).serialize(message)).toString('hex');
  const roundTrip = (name: string, message: object): unknown => codec(name).decode(codec(name).serialize(message));
  const refusal = (name: string, message: unknown): string => {
    try {
      codec(name).serialize(message);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_ROSLET_MESSAGE_INVALID', typeName: name });
      return (error as Error).message;
    }
    throw new Error('expected the message to be refused');
  };

  test('a string is a length with NUL, UTF-8, NUL; the header is CDR_LE', () => {
    expect(hex('std_msgs/msg/String', { data: 'hé' })).toBe('00010000' + '04000000' + '68c3a9' + '00');
  });

  test('a wide string is a number of UTF-16 units and four bytes for each, without terminator', () => {
    const units = '61000000' + '3dd80000' + '00de0000';
    expect(hex('t/msg/One_wstring', { value: 'a😀' })).toBe('00010000' + '03000000' + units);
  });

  test('alignment counts from behind the header', () => {
    expect(hex('t/msg/One_float64', { value: 1 })).toBe('00010000' + '000000000000f03f');
    expect(hex('t/msg/Many_float64', { values: [1] })).toBe('00010000' + '01000000' + '00000000' + '000000000000f03f');
  });

  test('an empty sequence of wide elements needs no padding', () => {
    expect(hex('t/msg/Many_float64', {})).toBe('00010000' + '00000000');
  });

  test('an empty structure is one byte, alone and nested', () => {
    expect(hex('t/msg/Nothing', {})).toBe('00010000' + '00');
    expect(hex('t/msg/Nothings', { number: 1, more: [{}, {}] })).toBe(
      '00010000' + '00' + '000000' + '01000000' + '02000000' + '0000',
    );
  });

  test('fields left out, undefined or null take their defaults', () => {
    const defaults = { number: -7, text: 'héllo', flag: true, texts: ['a', 'b'], large: 9007199254740993n };
    for (const value of [{}, { number: undefined, text: null, flag: null, pair: undefined, texts: null }]) {
      expect(roundTrip('t/msg/Defaults', value)).toEqual({ ...defaults, pair: Float64Array.of(1.5, 2) });
    }
    expect(roundTrip('geometry_msgs/msg/Pose', { orientation: null })).toEqual({
      position: { x: 0, y: 0, z: 0 },
      orientation: { x: 0, y: 0, z: 0, w: 1 },
    });
  });

  test('a fixed array left out has its full length', () => {
    const origin = { x: 0, y: 0, z: 0 };
    expect(roundTrip('t/msg/Fixed', {})).toEqual({
      point: new Float64Array(3),
      names: ['', ''],
      corners: [origin, origin],
    });
  });

  test('a field called constructor is missing unless the message has one of its own', () => {
    expect(roundTrip('t/msg/Inherited', {})).toEqual({ constructor: 4, after: 'x' });
    expect(roundTrip('t/msg/Inherited', { constructor: 9 })).toEqual({ constructor: 9, after: 'x' });
  });

  test('numeric arrays may be plain, of the exact typed kind, and from another realm', () => {
    for (const values of [
      [1, 2],
      Int16Array.of(1, 2),
      runInNewContext('Int16Array.of(1, 2)'),
      runInNewContext('[1, 2]'),
    ]) {
      expect(roundTrip('t/msg/Many_int16', { values })).toEqual({ values: Int16Array.of(1, 2) });
    }
    for (const values of [Uint8ClampedArray.of(7), Buffer.of(7), [7]]) {
      expect(roundTrip('t/msg/Many_byte', { values })).toEqual({ values: Uint8Array.of(7) });
    }
    expect(roundTrip('t/msg/Many_int64', { values: BigInt64Array.of(-5n) })).toEqual({ values: [-5n] });
  });

  test('long typed arrays are copied whole, views on a part as well', () => {
    const numbers = Float32Array.from({ length: 1000 }, (_, index) => index / 3);
    expect(roundTrip('t/msg/Many_float32', { values: numbers })).toEqual({ values: numbers });
    expect(roundTrip('t/msg/Many_float32', { values: numbers.subarray(7, 400) })).toEqual({
      values: numbers.slice(7, 400),
    });
  });

  test('a typed array lies about its length to nobody', () => {
    const values = new Uint8Array(100);
    Object.defineProperty(values, 'length', { value: 5 });
    expect(codec('t/msg/Many_uint8').size({ values })).toBe(108);
    expect(roundTrip('t/msg/Many_uint8', { values })).toEqual({ values: new Uint8Array(100) });
  });

  test('what only pretends to be a typed array is refused', () => {
    const values = { [Symbol.toStringTag]: 'Uint8Array', length: 3, 0: 1, 1: 2, 2: 3 };
    expect(refusal('t/msg/Many_uint8', { values })).toBe('values: expected an Array or Uint8Array, got object');
  });

  test('64-bit integers may be bigint or safe integers, with their sign', () => {
    for (const value of [-1, -(2 ** 32) - 1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 2 ** 32]) {
      expect(roundTrip('t/msg/One_int64', { value })).toEqual({ value: BigInt(value) });
    }
    expect(roundTrip('t/msg/One_uint64', { value: 2n ** 64n - 1n })).toEqual({ value: 2n ** 64n - 1n });
    expect(roundTrip('t/msg/One_int64', { value: -(2n ** 63n) })).toEqual({ value: -(2n ** 63n) });
  });

  test('NaN, infinities and the negative zero are floats like others', () => {
    for (const value of [NaN, Infinity, -Infinity, -0])
      expect(roundTrip('t/msg/One_float64', { value })).toEqual({ value });
  });

  test.each([
    ['float64', 'x', 'expected a finite number type float64, got string'],
    ['float32', 1n, 'expected a finite number type float32, got bigint'],
    ['bool', 1, 'expected a boolean, got number'],
    ['int8', 128, 'expected an integer type int8 (-128 to 127), got 128'],
    ['uint8', -1, 'expected an integer type uint8 (0 to 255), got -1'],
    ['byte', 256, 'expected an integer type byte (0 to 255), got 256'],
    ['char', 0.5, 'expected an integer type char (0 to 255), got 0.5'],
    ['int16', NaN, 'expected an integer type int16 (-32768 to 32767), got NaN'],
    ['uint16', 65536, 'expected an integer type uint16 (0 to 65535), got 65536'],
    ['int32', 2 ** 31, 'expected an integer type int32 (-2147483648 to 2147483647), got 2147483648'],
    ['uint32', 1e21, 'expected an integer type uint32 (0 to 4294967295), got 1e+21'],
    ['uint32', true, 'expected an integer type uint32 (0 to 4294967295), got boolean'],
    [
      'int64',
      2 ** 53,
      'expected an integer type int64 (-9223372036854775808 to 9223372036854775807), got 9007199254740992',
    ],
    [
      'int64',
      2n ** 63n,
      'expected an integer type int64 (-9223372036854775808 to 9223372036854775807), got a bigint out of range',
    ],
    ['uint64', -1, 'expected an integer type uint64 (0 to 18446744073709551615), got -1'],
    ['uint64', -1n, 'expected an integer type uint64 (0 to 18446744073709551615), got a bigint out of range'],
    ['string', 5, 'expected a string, got number'],
    ['string', 'a\0b', 'expected a string without NUL characters, got one with'],
    ['string', `${'x'.repeat(50)}\0`, 'expected a string without NUL characters, got one with'],
    ['string', 'a\ud800', 'expected well-formed Unicode, got a lone surrogate'],
    ['wstring', Symbol('s'), 'expected a string, got symbol'],
  ])('a %s that is %p is refused, alone and as an element', (base, value, problem) => {
    expect(refusal(`t/msg/One_${base}`, { value })).toBe(`value: ${problem}`);
    expect(refusal(`t/msg/Many_${base}`, { values: [value] })).toBe(`values[0]: ${problem}`);
  });

  test.each([
    [
      't/msg/Many_float64',
      { values: new Float32Array(2) },
      'values: expected an Array or Float64Array, got Float32Array',
    ],
    ['t/msg/Many_int8', { values: new Uint8Array(2) }, 'values: expected an Array or Int8Array, got Uint8Array'],
    ['t/msg/Many_bool', { values: new Uint8Array(2) }, 'values: expected an Array, got Uint8Array'],
    ['t/msg/Many_uint8', { values: 'text' }, 'values: expected an Array or Uint8Array, got string'],
    ['t/msg/Many_string', { values: ['a', undefined] }, 'values[1]: expected a string, got undefined'],
    ['t/msg/Many_float64', { values: [1, null] }, 'values[1]: expected a finite number type float64, got null'],
    ['t/msg/Fixed', { point: [1, 2] }, 'point: expected 3 elements, got 2'],
    ['t/msg/Fixed', { names: ['a'] }, 'names: expected 2 elements, got 1'],
    ['t/msg/Fixed', { corners: [{}, 5] }, 'corners[1]: expected an object type geometry_msgs/msg/Point, got number'],
    ['t/msg/Bounded', { text: 'éé' }, 'text: expected at most 3 bytes of UTF-8, got 4'],
    ['t/msg/Bounded', { wide: '😀😀' }, 'wide: expected at most 3 UTF-16 units, got 4'],
    ['t/msg/Bounded', { numbers: [1, 2, 3] }, 'numbers: expected at most 2 elements, got 3'],
    ['t/msg/Bounded', { texts: ['ab', 'abc'] }, 'texts[1]: expected at most 2 bytes of UTF-8, got 3'],
    [
      'geometry_msgs/msg/Pose',
      { position: [1, 2, 3] },
      'position: expected an object type geometry_msgs/msg/Point, got Array',
    ],
    [
      'geometry_msgs/msg/Pose',
      { position: new Uint8Array(3) },
      'position: expected an object type geometry_msgs/msg/Point, got Uint8Array',
    ],
    ['geometry_msgs/msg/Pose', 7, 'geometry_msgs/msg/Pose: expected an object, got number'],
    ['geometry_msgs/msg/Pose', null, 'geometry_msgs/msg/Pose: expected an object, got null'],
    ['std_msgs/msg/String', [], 'std_msgs/msg/String: expected an object, got Array'],
  ])('%s refuses a wrong shape and says where', (name, message, problem) => {
    expect(refusal(name, message)).toBe(problem);
  });

  test('the path leads through nested sequences', () => {
    const poses = [{}, {}, {}, { position: { x: '1' } }];
    expect(refusal('geometry_msgs/msg/PoseArray', { poses })).toBe(
      'poses[3].position.x: expected a finite number type float64, got string',
    );
  });

  test('of several wrong fields the first in the definition is named, though the size walk meets another first', () => {
    expect(refusal('sensor_msgs/msg/JointState', { header: { stamp: { sec: 'now' } }, name: [1] })).toBe(
      'header.stamp.sec: expected an integer type int32 (-2147483648 to 2147483647), got string',
    );
  });

  test('what a getter throws comes out unchanged', () => {
    const failure = new Error('no value today');
    const message = {
      get data() {
        throw failure;
      },
    };
    expect(() => codec('std_msgs/msg/String').serialize(message)).toThrow(failure);
  });
});
