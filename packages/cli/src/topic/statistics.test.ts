import { bandwidthLines, bandwidthOf } from './bw';
import { rateLines, rateOf } from './hz';
import { Window } from './window';

function windowOf(size: number, values: readonly number[]): Window {
  const window = new Window(size);
  for (const value of values) window.add(value);
  return window;
}

test('a window holds the newest values', () => {
  const window = windowOf(3, [9, 1, 2, 3]);
  expect([window.count, window.oldest, window.min, window.max, window.mean]).toEqual([3, 1, 1, 3, 2]);
  expect(window.deviation).toBeCloseTo(Math.sqrt(2 / 3));
  expect(windowOf(3, [5, 7]).oldest).toBe(5);
});

test('rates are told as ros2 tells them', () => {
  expect(rateLines(rateOf(windowOf(10, [0.1, 0.1, 0.1])))).toEqual([
    'average rate: 10.000',
    '\tmin: 0.100s max: 0.100s std dev: 0.00000s window: 3',
  ]);
});

test('bandwidths are told in one unit', () => {
  expect(bandwidthLines(bandwidthOf(windowOf(10, [100, 300]), 1))).toEqual([
    '400 B/s from 2 messages',
    '\tMessage size mean: 200 B min: 100 B max: 300 B',
  ]);
  expect(bandwidthLines(bandwidthOf(windowOf(10, [1e6, 3e6]), 2))).toEqual([
    '2.00 MB/s from 2 messages',
    '\tMessage size mean: 2.00 MB min: 1.00 MB max: 3.00 MB',
  ]);
});
