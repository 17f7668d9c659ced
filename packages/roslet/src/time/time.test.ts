import { Clock, ROSClock } from './clock';
import { ClockChange, ClockType } from './clock-type';
import { Duration } from './duration';
import { Time } from './time';

test('times add, subtract and compare', () => {
  const time = new Time(5n, 250n, ClockType.ROS_TIME);
  expect(time.secondsAndNanoseconds).toEqual({ seconds: 5n, nanoseconds: 250n });
  expect(time.add(new Duration(1n)).nanoseconds).toBe(6_000_000_250n);
  expect(time.sub(new Duration(1n)).nanoseconds).toBe(4_000_000_250n);
  expect(time.sub(new Time(6n, 0n, ClockType.ROS_TIME)).nanoseconds).toBe(-999_999_750n);
  expect(time.lt(time.add(new Duration(0n, 1n)))).toBe(true);
  expect(time.eq(Time.fromMsg({ sec: 5, nanosec: 250 }))).toBe(true);
  expect(time.toMsg()).toEqual({ sec: 5, nanosec: 250 });
});

test('times of different clocks do not mix', () => {
  const ros = new Time(1n, 0n, ClockType.ROS_TIME);
  const system = new Time(1n);
  expect(() => ros.eq(system)).toThrow(/clock type 1/);
  expect(() => ros.sub(system)).toThrow(/clock type 1/);
  expect(() => ros.add(system as unknown as Duration)).toThrow(/expected Duration/);
});

test.each([
  [() => new Time(1 as unknown as bigint), 'INVALID_TYPE'],
  [() => new Time(-1n), 'OUT_OF_RANGE'],
  [() => new Time(0n, -1n), 'OUT_OF_RANGE'],
  [() => new Time(2n ** 63n), 'OUT_OF_RANGE'],
  [() => new Duration(2n ** 40n), 'OUT_OF_RANGE'],
])('ill-formed times are refused', (make, code) => {
  expect(make).toThrow(expect.objectContaining({ code }));
});

test('negative durations are durations', () => {
  expect(new Duration(-1n, 1n).nanoseconds).toBe(-999_999_999n);
});

test('system time is Unix time, and steady time moves on', () => {
  const before = BigInt(Date.now()) * 1_000_000n;
  const now = new Clock().now();
  expect(now.clockType).toBe(ClockType.SYSTEM_TIME);
  // The precise clock may differ from Date.now() by what `now.ts` tolerates, and a millisecond for its rounding.
  expect(now.nanoseconds - before).toBeGreaterThan(-3_000_000n);
  const steady = new Clock(ClockType.STEADY_TIME);
  const first = steady.now();
  expect(steady.now().gte(first)).toBe(true);
});

test('ROS time follows its override, and tells who wants to know', () => {
  const clock = new ROSClock();
  const jumps: unknown[] = [];
  const callback = { _pre_callback: () => jumps.push('before'), _post_callback: (jump: unknown) => jumps.push(jump) };
  clock.addClockCallback(callback, true, 100n, -50n);
  clock.rosTimeOverride = new Time(10n, 0n, ClockType.ROS_TIME);
  expect(jumps).toEqual([]);
  clock.isRosTimeActive = true;
  expect(clock.now().nanoseconds).toBe(10_000_000_000n);
  expect(jumps).toMatchObject(['before', { clock_change: ClockChange.ROS_TIME_ACTIVATED }]);
  jumps.length = 0;
  clock.rosTimeOverride = new Time(10n, 99n, ClockType.ROS_TIME);
  clock.rosTimeOverride = new Time(10n, 50n, ClockType.ROS_TIME);
  expect(jumps).toEqual([]);
  clock.rosTimeOverride = new Time(10n, 0n, ClockType.ROS_TIME);
  expect(jumps).toEqual(['before', { clock_change: ClockChange.ROS_TIME_NO_CHANGE, delta: -50n }]);
  clock.removeClockCallback(callback);
  clock.isRosTimeActive = false;
  expect(jumps).toHaveLength(2);
});
