import { jsonText } from './json';
import { tableLines } from './table';
import { bytesText, counted } from './units';

test('JSON keeps all digits of 64-bit integers, and has no NaN', () => {
  const value = {
    big: 9223372036854775807n,
    bytes: Uint8Array.of(1, 2),
    floats: Float64Array.of(0.5, NaN, Infinity),
    text: 'a"b\n',
    none: null,
    absent: undefined,
    nested: [{ on: true }],
  };
  expect(jsonText(value)).toBe(
    '{"big":9223372036854775807,"bytes":[1,2],"floats":[0.5,null,null],"text":"a\\"b\\n","none":null,"nested":[{"on":true}]}',
  );
});

test('tables are as wide as they must be', () => {
  const columns = [{ title: 'name' }, { title: 'n', align: 'right' as const }];
  expect(
    tableLines(columns, [
      ['long one', '5'],
      ['x', '500'],
    ]),
  ).toEqual(['name        n', 'long one    5', 'x         500']);
});

test('units', () => {
  expect([0, 1023, 1024, 1536, 64 * 1024, 1_500_000_000].map(bytesText)).toEqual([
    '0 B',
    '1023 B',
    '1 KiB',
    '1.50 KiB',
    '64 KiB',
    '1.40 GiB',
  ]);
  expect([counted(0, 'message'), counted(1, 'message')]).toEqual(['0 messages', '1 message']);
});
