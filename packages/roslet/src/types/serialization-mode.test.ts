import { applySerializationMode, toJSONSafe, toJSONString } from './serialization-mode';

const message = {
  data: Float64Array.of(1, NaN, -Infinity),
  big: 2n ** 63n,
  bigs: [1n, 2n],
  nested: [{ bytes: Uint8Array.of(1, 2), text: 'x', flag: true }],
};

test('default is the very message', () => {
  expect(applySerializationMode(message, 'default')).toBe(message);
});

test('plain has plain arrays, and leaves values as they are', () => {
  expect(applySerializationMode(message, 'plain')).toEqual({
    data: [1, NaN, -Infinity],
    big: 2n ** 63n,
    bigs: [1n, 2n],
    nested: [{ bytes: [1, 2], text: 'x', flag: true }],
  });
});

test('json is what JSON can hold', () => {
  expect(applySerializationMode(message, 'json')).toEqual({
    data: [1, 'NaN', '-Infinity'],
    big: '9223372036854775808n',
    bigs: ['1n', '2n'],
    nested: [{ bytes: [1, 2], text: 'x', flag: true }],
  });
  expect(toJSONString({ a: 1n, b: Int8Array.of(-1) })).toBe('{"a":"1n","b":[-1]}');
  expect(toJSONString([1], 1)).toBe('[\n 1\n]');
});

test('json has a place for what is no message', () => {
  expect(toJSONSafe({ nothing: null, missing: undefined, run: () => 1 })).toEqual({
    nothing: null,
    missing: null,
    run: '[Function]',
  });
  expect(toJSONSafe(undefined)).toBeUndefined();
});
