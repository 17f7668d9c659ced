import { allMatch, fill, FLAG, flagOf, numberOf, samplesMatch, STAMP_BYTES, writeStamp } from './stamp';

const AT = 4;

function message(size: number, number: number): Uint8Array {
  const memory = new Uint8Array(AT + size);
  writeStamp(memory, AT, number, FLAG.sync);
  fill(memory, AT, number);
  return memory;
}

test.each([0, 1, 255, 256, 65_535, 2 ** 31, 2 ** 32 - 1])('a message tells its number %d and its flag', (number) => {
  const memory = message(64, number);
  expect(numberOf(memory, AT)).toBe(number);
  expect(flagOf(memory, AT)).toBe(FLAG.sync);
});

test.each([16, 4096, 100_000])('a message of %d bytes is what was sent, in samples and as a whole', (size) => {
  expect(samplesMatch(message(size, 7), AT, 7)).toBe(true);
  expect(allMatch(message(size, 7), AT, 7)).toBe(true);
});

test('a message with the bytes of another one is found out', () => {
  const torn = message(100_000, 7);
  torn.set(message(100_000, 8).subarray(50_000), 50_000);
  expect(samplesMatch(torn, AT, 7)).toBe(false);
});

test('a byte that never arrived is found by reading all of them, not by samples', () => {
  const damaged = message(100_000, 7);
  damaged[AT + STAMP_BYTES + 1] = 0;
  expect(samplesMatch(damaged, AT, 7)).toBe(true);
  expect(allMatch(damaged, AT, 7)).toBe(false);
});

test('what lies before the payload is left alone', () => {
  expect([...message(64, 200).subarray(0, AT)]).toEqual([0, 0, 0, 0]);
});
