import { median, oneWayFigures, ratioOf } from './metrics';

test('the median is the middle one, or between the two in the middle', () => {
  expect(median([5])).toBe(5);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a ratio above 1 means that Roslet is better, whichever direction is better', () => {
  expect(ratioOf('roundTripMicros', 10, 40)).toBe(4);
  expect(ratioOf('cpuSecondsPerGib', 2, 1)).toBe(0.5);
  expect(ratioOf('messagesPerSecond', 800, 100)).toBe(8);
  expect(ratioOf('gibPerSecond', 1, 2)).toBe(0.5);
});

test('figures of a run follow from what was received', () => {
  const run = { received: 1024, lost: 3, seconds: 2, cpuSeconds: 4 };
  expect(oneWayFigures(1024 ** 2, run)).toEqual({
    messagesPerSecond: 512,
    gibPerSecond: 0.5,
    cpuSecondsPerGib: 4,
    lost: 3,
  });
  expect(oneWayFigures(1024 ** 2, { ...run, cpuSeconds: undefined })).not.toHaveProperty('cpuSecondsPerGib');
});
