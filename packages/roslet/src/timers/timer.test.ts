import { Clock, ROSClock } from '../time/clock';
import { ClockType } from '../time/clock-type';
import { Time } from '../time/time';
import type { TimerInfo } from './timer';
import { TimerQueue } from './timer-queue';

const MILLISECOND = 1_000_000n;
let queue: TimerQueue;

beforeEach(() => {
  queue = new TimerQueue();
});
afterEach(() => {
  queue.clear();
  queue.running = false;
});

describe('by a clock that the test sets', () => {
  let clock: ROSClock;
  const setTime = (nanoseconds: bigint): void => {
    clock.rosTimeOverride = new Time(0n, nanoseconds, ClockType.ROS_TIME);
  };

  beforeEach(() => {
    clock = new ROSClock();
    setTime(1000n);
    clock.isRosTimeActive = true;
  });

  test('calls keep to the grid, and those missed by more than a period are left out', () => {
    const calls: TimerInfo[] = [];
    queue.create(clock, 100n, (info) => calls.push(info), true);
    for (const now of [1050n, 1100n, 1130n, 1200n, 1555n, 1600n]) {
      setTime(now);
      queue.runReady();
    }
    expect(calls).toEqual([
      { expectedCallTime: 1100n, actualCallTime: 1100n },
      { expectedCallTime: 1200n, actualCallTime: 1200n },
      { expectedCallTime: 1300n, actualCallTime: 1555n },
      { expectedCallTime: 1600n, actualCallTime: 1600n },
    ]);
  });

  test('a timer tells its times', () => {
    const timer = queue.create(clock, 100n, () => undefined, true);
    setTime(1030n);
    expect(timer.timeSinceLastCall()).toBe(30n);
    expect(timer.timeUntilNextCall()).toBe(70n);
    expect(timer.getNextCallTime()).toBe(1100n);
    expect(timer.isReady()).toBe(false);
    setTime(1110n);
    expect(timer.isReady()).toBe(true);
    expect(timer.timeUntilNextCall()).toBe(-10n);
    expect(timer.callTimerWithInfo()).toEqual({ expectedCallTime: 1100n, actualCallTime: 1110n });
    expect(timer.isReady()).toBe(false);
  });

  test('cancel stops it, and reset begins a new grid and says so', () => {
    let calls = 0;
    const resets: number[] = [];
    const timer = queue.create(clock, 100n, () => calls++, false);
    timer.setOnResetCallback((events) => resets.push(events));
    expect(timer.isCanceled()).toBe(true);
    expect(timer.getNextCallTime()).toBeNull();
    expect(() => timer.timeUntilNextCall()).toThrow(/canceled/);
    expect(() => timer.callTimerWithInfo()).toThrow(/canceled/);
    setTime(2000n);
    queue.runReady();
    expect(calls).toBe(0);
    timer.reset();
    expect(resets).toEqual([1]);
    setTime(2099n);
    queue.runReady();
    setTime(2100n);
    queue.runReady();
    expect(calls).toBe(1);
    timer.cancel();
    setTime(3000n);
    queue.runReady();
    expect(calls).toBe(1);
  });

  test('a new period counts after the next call', () => {
    const timer = queue.create(clock, 100n, () => undefined, true);
    timer.changeTimerPeriod(50n);
    expect(timer.timerPeriod).toBe(50n);
    expect(timer.getNextCallTime()).toBe(1100n);
    setTime(1100n);
    queue.runReady();
    expect(timer.getNextCallTime()).toBe(1150n);
  });

  test('a callback may cancel or remove another timer that is due', () => {
    const calls: string[] = [];
    queue.create(
      clock,
      100n,
      () => {
        calls.push('first');
        second.cancel();
        queue.remove(third);
      },
      true,
    );
    const second = queue.create(clock, 100n, () => calls.push('second'), true);
    const third = queue.create(clock, 100n, () => calls.push('third'), true);
    setTime(1100n);
    expect(queue.runReady()).toBe(1);
    expect(calls).toEqual(['first']);
  });

  test('a jump of the clock runs what became due', async () => {
    queue.running = true;
    const called = new Promise<TimerInfo>((resolve) => queue.create(clock, 100n, resolve, true));
    expect(queue.untilNext()).toBe(Infinity);
    setTime(1100n);
    expect((await called).actualCallTime).toBe(1100n);
  });
});

test.each([1n, 5n])('a timer of %d ms is never early and keeps its grid', async (millis) => {
  const calls: TimerInfo[] = [];
  queue.running = true;
  const clock = new Clock(ClockType.STEADY_TIME);
  await new Promise<void>((resolve) => {
    queue.create(clock, millis * MILLISECOND, (info) => calls.push(info) === 20 && resolve(), true);
  });
  const first = calls[0] as TimerInfo;
  for (const { expectedCallTime, actualCallTime } of calls) {
    expect((expectedCallTime - first.expectedCallTime) % (millis * MILLISECOND)).toBe(0n);
    expect(actualCallTime).toBeGreaterThanOrEqual(expectedCallTime);
  }
});

test('nothing is called while the queue does not run', async () => {
  let calls = 0;
  queue.create(new Clock(ClockType.STEADY_TIME), 0n, () => calls++, true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(0);
  queue.running = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  queue.running = false;
  const before = calls;
  expect(before).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(before);
});

test('when a callback throws, the other timers still run', async () => {
  const clock = new Clock(ClockType.STEADY_TIME);
  const failing = queue.create(
    clock,
    0n,
    () => {
      failing.cancel();
      throw new Error('boom');
    },
    true,
  );
  const other = new Promise((resolve) => queue.create(clock, 0n, resolve, true));
  expect(() => queue.runReady()).toThrow('boom');
  queue.running = true;
  await other;
});

test.each([
  [5 as unknown as bigint, 'INVALID_TYPE'],
  [-1n, 'OUT_OF_RANGE'],
])('period %p is refused', (period, code) => {
  expect(() => queue.create(new Clock(), period, () => undefined, true)).toThrow(expect.objectContaining({ code }));
});
