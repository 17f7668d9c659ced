import { createCodec, type Codec } from './codec';
import { COMMON, resolverOf } from './fixtures.testing';

const resolve = resolverOf({
  ...COMMON,
  't/msg/Mixed':
    'uint8 small\nfloat64 large\nint16[] shorts\nfloat64[] doubles\nint64[] longs\nbool[] flags\nwstring wide\nstring text',
  't/msg/Flag': 'bool value',
  't/msg/Bytes': 'uint8[] data',
  't/msg/Doubles': 'float64[] data',
  't/msg/Matrix': 'float64[1000000] data',
  't/msg/Texts': 'string[] data',
  't/msg/Wide': 'wstring data',
  't/msg/Nothing': '',
  't/msg/Nothings': 't/msg/Nothing[] data',
  't/msg/Flags': 'bool[] data',
  't/msg/Bounded': 'string<=3 text\nwstring<=3 wide\nint32[<=2] numbers',
});

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe.each([true, false])('decoding (generated code: %s)', (generateCode) => {
  const codec = (name: string): Codec => createCodec(name, resolve, { generateCode });
  const refusal = (name: string, source: Uint8Array): { message: string; offset: number; field: string } => {
    try {
      codec(name).decode(source);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_ROSLET_CDR_INVALID', typeName: name });
      return error as { message: string; offset: number; field: string };
    }
    throw new Error('expected the bytes to be refused');
  };

  test('a big-endian body gives the same message as a little-endian one', () => {
    const message = { small: 7, large: 1.5, shorts: Int16Array.of(1, -2), doubles: Float64Array.of(2.25) };
    const rest = { longs: [-3n], flags: [true, false], wide: 'é', text: 'end' };
    const big = bytes(
      '00000000 07 00000000000000 3ff8000000000000 00000002 0001fffe 00000001 00000000 4002000000000000' +
        '00000001 00000000 fffffffffffffffd 00000002 0100 0000 00000001 000000e9 00000004 656e6400',
    );
    expect(codec('t/msg/Mixed').decode(big)).toEqual({ ...message, ...rest });
    expect(codec('t/msg/Mixed').decode(codec('t/msg/Mixed').serialize({ ...message, ...rest }))).toEqual({
      ...message,
      ...rest,
    });
  });

  test('numeric arrays are views on the source where they are aligned, else copies', () => {
    const message = { data: Float64Array.of(1, 2, 3) };
    const size = codec('t/msg/Doubles').size(message);
    const memory = new Uint8Array(64);
    codec('t/msg/Doubles').encode(message, memory, 4, size);
    const aligned = codec('t/msg/Doubles').decode(memory, 4, size) as { data: Float64Array };
    expect(aligned.data.buffer).toBe(memory.buffer);
    codec('t/msg/Doubles').encode(message, memory, 5, size);
    const copied = codec('t/msg/Doubles').decode(memory, 5, size) as { data: Float64Array };
    expect(copied.data.buffer).not.toBe(memory.buffer);
    expect(copied).toEqual(message);
  });

  test('messages are plain objects with their fields in the order of the definition', () => {
    const decoded = codec('t/msg/Mixed').decode(codec('t/msg/Mixed').serialize({})) as object;
    expect(Object.keys(decoded)).toEqual(['small', 'large', 'shorts', 'doubles', 'longs', 'flags', 'wide', 'text']);
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  });

  test('up to seven bytes of padding may follow, more are of another message', () => {
    const text = '00010000 02000000 6100';
    for (let padding = 0; padding <= 7; padding++) {
      expect(codec('std_msgs/msg/String').decode(bytes(text + '00'.repeat(padding)))).toEqual({ data: 'a' });
    }
    expect(refusal('std_msgs/msg/String', bytes(text + '00'.repeat(8))).message).toContain('got 8 more bytes');
  });

  test('an empty string may come without a terminator, as some writers send it', () => {
    expect(codec('std_msgs/msg/String').decode(bytes('00010000 00000000'))).toEqual({ data: '' });
  });

  test('text of every length and kind survives, the known strings as well as new ones', () => {
    const texts = Array.from({ length: 90 }, (_, length) =>
      ['a', 'é', '😀', '\uFFFD'].map((unit) => unit.repeat(length)),
    ).flat();
    for (let round = 0; round < 2; round++) {
      expect(codec('t/msg/Texts').decode(codec('t/msg/Texts').serialize({ data: texts }))).toEqual({ data: texts });
    }
  });

  test.each([
    ['0002', '0x0002 PL_CDR_BE'],
    ['0003', '0x0003 PL_CDR_LE'],
    ['0007', '0x0007 CDR2_LE (XCDR2)'],
    ['0009', '0x0009 D_CDR2_LE (XCDR2)'],
    ['000b', '0x000b PL_CDR2_LE (XCDR2)'],
    ['1234', '0x1234'],
  ])('encoding %s is refused by name', (representation, name) => {
    expect(refusal('t/msg/Flag', bytes(`${representation}000001`)).message).toBe(
      `t/msg/Flag, byte 0: expected encoding 0x0001 CDR_LE or 0x0000 CDR_BE, got ${name}`,
    );
  });

  test.each([
    ['nothing at all', 't/msg/Flag', '', 0, '', 'expected 4 bytes of encapsulation header, got 0 bytes'],
    ['a header alone', 't/msg/Flag', '00010000', 4, 'value', 'expected 1 more bytes, got 0'],
    ['a boolean of 2', 't/msg/Flag', '00010000 02', 4, 'value', 'expected a boolean (0 or 1), got 2'],
    ['an empty structure cut off', 't/msg/Nothing', '00010000', 4, '', 'expected 1 more bytes, got 0'],
    [
      'a length bomb',
      't/msg/Bytes',
      '00010000 ffffffff 00',
      8,
      'data',
      'expected 4294967295 elements of 4294967295 bytes or more, got 1 bytes',
    ],
    [
      'a length bomb of empty structures',
      't/msg/Nothings',
      '00010000 ffffffff 00',
      8,
      'data',
      'expected 4294967295 elements of 4294967295 bytes or more, got 1 bytes',
    ],
    [
      'a length bomb of strings',
      't/msg/Texts',
      '00010000 00000040 00000000',
      8,
      'data',
      'expected 1073741824 elements of 4294967296 bytes or more, got 4 bytes',
    ],
    [
      'a large fixed array cut off',
      't/msg/Matrix',
      '00010000 00',
      4,
      'data',
      'expected 1000000 elements of 8000000 bytes or more, got 1 bytes',
    ],
    [
      'a string cut off',
      'std_msgs/msg/String',
      '00010000 ffffff7f 61',
      8,
      'data',
      'expected 2147483647 more bytes, got 1',
    ],
    [
      'a string without NUL',
      'std_msgs/msg/String',
      '00010000 02000000 6161',
      8,
      'data',
      'expected a string that ends in NUL, got one without',
    ],
    [
      'a NUL inside',
      'std_msgs/msg/String',
      '00010000 04000000 61006100',
      9,
      'data',
      'expected a string without NUL characters, got one with',
    ],
    [
      'an overlong form',
      'std_msgs/msg/String',
      '00010000 03000000 c08000',
      8,
      'data',
      'expected UTF-8, got other bytes',
    ],
    [
      'a surrogate in UTF-8',
      'std_msgs/msg/String',
      '00010000 04000000 eda08000',
      8,
      'data',
      'expected UTF-8, got other bytes',
    ],
    [
      'a sequence of UTF-8 cut off',
      't/msg/Texts',
      '00010000 02000000 02000000 6100 0000 02000000 e200',
      20,
      'data[1]',
      'expected UTF-8, got other bytes',
    ],
    [
      'a wide unit of more than 16 bits',
      't/msg/Wide',
      '00010000 01000000 00000100',
      8,
      'data',
      'expected UTF-16 units (0 to 65535), got 65536',
    ],
    [
      'a wide string cut off',
      't/msg/Wide',
      '00010000 00000040 00000000',
      8,
      'data',
      'expected 4294967296 more bytes, got 4',
    ],
    [
      'a boolean of 3 in a sequence',
      't/msg/Flags',
      '00010000 02000000 0103',
      9,
      'data[1]',
      'expected a boolean (0 or 1), got 3',
    ],
    [
      'a string beyond its bound',
      't/msg/Bounded',
      '00010000 05000000 6161616100',
      8,
      'text',
      'expected at most 3 bytes of UTF-8, got 4',
    ],
    [
      'a sequence beyond its bound',
      't/msg/Bounded',
      '00010000 01000000 00000000 00000000 03000000',
      16,
      'numbers',
      'expected at most 2 elements, got 3',
    ],
  ])('%s is an error with byte offset and path', (_, name, hex, offset, field, problem) => {
    const error = refusal(name, bytes(hex));
    expect(error).toMatchObject({ offset, field });
    expect(error.message).toBe(`${field === '' ? name : `${name}, ${field}`}, byte ${offset}: ${problem}`);
  });

  test('a range outside the source, or no source, is refused', () => {
    const wrong: [unknown, number?, number?][] = [
      [new Uint8Array(8), 4, 5],
      [new Uint8Array(8), -1],
      [new Uint8Array(8), 9],
      [{}],
      ['text'],
    ];
    for (const [source, offset, length] of wrong) {
      expect(() => codec('t/msg/Flag').decode(source as Uint8Array, offset, length) as unknown).toThrow(
        expect.objectContaining({ code: 'ERR_ROSLET_CODEC_TARGET' }),
      );
    }
  });
});
