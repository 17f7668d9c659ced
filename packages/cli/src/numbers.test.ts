import { z } from 'zod/v3';
import { checked } from './checked';
import { byteSize, count, countOrZero, notNegative, positive, whole } from './numbers';

test.each([
  [positive, '0.5', 0.5],
  [positive, '1e3', 1000],
  [notNegative, '0', 0],
  [count, '1', 1],
  [countOrZero, '0', 0],
  [whole(1, 64), '64', 64],
  [byteSize, '64', 64],
  [byteSize, '64k', 65536],
  [byteSize, '1M', 1048576],
  [byteSize, '1.5MiB', 1572864],
  [byteSize, '4 kb', 4096],
])('%# takes %s', (schema, text, value) => {
  expect(schema.parse(text)).toBe(value);
});

test.each([
  [positive, '0'],
  [positive, '-1'],
  [positive, 'x'],
  [positive, ''],
  [positive, '1e999'],
  [notNegative, '-0.1'],
  [count, '0'],
  [count, '1.5'],
  [whole(1, 64), '65'],
  [byteSize, 'k'],
  [byteSize, '-1'],
  [byteSize, '2G'],
])('%# refuses %j', (schema, text) => {
  expect(schema.safeParse(text).success).toBe(false);
});

test('the error names the option as it is typed', () => {
  expect(() => checked(z.object({ truncateLength: countOrZero }), { truncateLength: 'x' })).toThrow(
    'expected --truncate-length to be a whole number from 0, got "x"',
  );
});
