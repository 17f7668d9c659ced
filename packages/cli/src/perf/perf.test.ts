import { defaultRegistry } from '@roslet/interfaces';
import { DurabilityPolicy, HistoryPolicy, ReliabilityPolicy } from '@roslet/rmw';
import { micros } from './clock';
import { distributionOf } from './distribution';
import { payloadOf } from './payload';
import { settingsOf, stagingSettingsOf } from './settings';

const DEFAULTS = {
  type: 'std_msgs/msg/UInt8MultiArray',
  duration: '3',
  subscribers: '1',
  depth: '10',
  maxBytes: '16M',
  wait: 'adaptive',
} as const;

test('percentiles are samples, by nearest rank', () => {
  const samples = Array.from({ length: 100 }, (_none, index) => 100 - index);
  expect(distributionOf(samples)).toEqual({ min: 1, p50: 50, p90: 90, p99: 99, max: 100, mean: 50.5 });
  expect(distributionOf([7])).toEqual({ min: 7, p50: 7, p90: 7, p99: 7, max: 7, mean: 7 });
  expect(distributionOf([])).toBeNull();
});

test('the clock is the machine’s', () => {
  expect(Math.abs(micros() - Number(process.hrtime.bigint()) / 1000)).toBeLessThan(1e6);
});

test.each([
  ['std_msgs/msg/UInt8MultiArray', 1000, 1000],
  ['std_msgs/msg/String', 77, 77],
  ['sensor_msgs/msg/Image', 1000, 1000],
  ['sensor_msgs/msg/JointState', 804, 800],
  ['sensor_msgs/msg/LaserScan', 1001, 1000],
  ['geometry_msgs/msg/Twist', undefined, 48],
  ['std_msgs/msg/String', undefined, 64],
])('a payload of %s and %s bytes has %s', (type, size, bytes) => {
  const payload = payloadOf(defaultRegistry(), type, size);
  expect(payload.bytes).toBe(bytes);
  expect(payload.serialized.byteLength).toBeGreaterThanOrEqual(bytes);
  expect(typeof payload.sample(payload.message)).toBe('number');
});

test('a type of fixed size takes no size', () => {
  expect(() => payloadOf(defaultRegistry(), 'geometry_msgs/msg/Twist', 10)).toThrow(
    expect.objectContaining({ code: 'ERR_ROSLET_CLI_USAGE' }),
  );
});

test('options become settings', () => {
  expect(
    settingsOf({
      ...DEFAULTS,
      size: '64k',
      rate: '100',
      count: '5',
      subscribers: '3',
      qos: 'keep_all',
      durability: 'volatile',
      raw: true,
    }),
  ).toMatchObject({
    size: 65536,
    rate: 100,
    count: 5,
    seconds: 3,
    subscribers: 3,
    raw: true,
    inDomain: false,
    qos: {
      history: HistoryPolicy.KEEP_ALL,
      reliability: ReliabilityPolicy.RELIABLE,
      durability: DurabilityPolicy.VOLATILE,
    },
  });
  expect(settingsOf({ ...DEFAULTS, qos: 'best_effort', depth: '7' })).toMatchObject({
    size: undefined,
    count: undefined,
    qos: { history: HistoryPolicy.KEEP_LAST, depth: 7, reliability: ReliabilityPolicy.BEST_EFFORT },
  });
  expect(stagingSettingsOf({ ...DEFAULTS, sizes: '64k, 1M' }).sizes).toEqual([65536, 1048576]);
});

test.each([
  [() => settingsOf({ ...DEFAULTS, qos: 'keep_all', durability: 'transient_local' }), '--qos'],
  [() => settingsOf({ ...DEFAULTS, maxBytes: '5' }), '--max-bytes'],
  [() => settingsOf({ ...DEFAULTS, size: 'big' }), '--size'],
  [() => settingsOf({ ...DEFAULTS, subscribers: '0' }), '--subscribers'],
  [() => stagingSettingsOf({ ...DEFAULTS, sizes: '64k,x' }), '--sizes'],
])('settings %# are refused', (make, option) => {
  expect(make).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLI_USAGE' }));
  expect(make).toThrow(option);
});
