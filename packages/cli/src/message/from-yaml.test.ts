import { compileCodec, defaultRegistry } from '@roslet/interfaces';
import { complete } from './codec';
import { messageFromYaml } from './from-yaml';

const registry = defaultRegistry();
const { resolve } = registry;

const fill = (type: string, text: string) => messageFromYaml(resolve, type, text).message;

test.each([
  ['std_msgs/msg/String', '{data: hello}', { data: 'hello' }],
  ['std_msgs/msg/String', 'data: Hello World', { data: 'Hello World' }],
  ['std_msgs/msg/String', '{data: 007}', { data: '007' }],
  ['std_msgs/msg/String', '{data: yes}', { data: 'yes' }],
  ['std_msgs/msg/String', "{data: '12'}", { data: '12' }],
  ['std_msgs/msg/String', '{data: }', { data: undefined }],
  ['std_msgs/msg/String', '', {}],
  ['std_msgs/msg/String', '{}', {}],
  ['std_msgs/msg/Bool', '{data: yes}', { data: true }],
  ['std_msgs/msg/Bool', '{data: Off}', { data: false }],
  ['std_msgs/msg/Bool', '{data: 1}', { data: true }],
  ['std_msgs/msg/Int64', '{data: 9007199254740993}', { data: 9007199254740993n }],
  ['std_msgs/msg/Int32', '{data: 0x10}', { data: 16 }],
  ['std_msgs/msg/Int32', "{data: '-5'}", { data: -5 }],
  ['std_msgs/msg/Int32', '{data: 2.0}', { data: 2 }],
  ['std_msgs/msg/Float64', '{data: 1}', { data: 1 }],
  ['std_msgs/msg/Float64', '{data: 1e3}', { data: 1000 }],
  ['std_msgs/msg/Float64', '{data: -.inf}', { data: -Infinity }],
  ['std_msgs/msg/Float64', '{data: .nan}', { data: NaN }],
  ['std_msgs/msg/UInt8MultiArray', '{data: [1, 2]}', { data: [1, 2] }],
  ['std_msgs/msg/UInt8MultiArray', '{data: !!binary AQI=}', { data: Uint8Array.of(1, 2) }],
  ['geometry_msgs/msg/Twist', '{linear: {x: 2, y: 3}, angular: }', { linear: { x: 2, y: 3 }, angular: {} }],
  ['geometry_msgs/msg/Polygon', 'points: [&p {x: 1}, *p]', { points: [{ x: 1 }, { x: 1 }] }],
])('%s from %s', (type, text, expected) => {
  const message = fill(type, text);
  const plain = (value: unknown): unknown => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value);
  expect(Object.fromEntries(Object.entries(message).map(([key, value]) => [key, plain(value)]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, plain(value)])),
  );
  complete(compileCodec(type, resolve), message);
});

test.each([
  ['std_msgs/msg/String', '{dat: x}', "std_msgs/msg/String has no field 'dat'; did you mean data?"],
  ['geometry_msgs/msg/Twist', '{linear: {depth: 1}}', "geometry_msgs/msg/Vector3 has no field 'depth'; it has x, y, z"],
  ['std_msgs/msg/Int32', '{data: x}', "data: expected a whole number (int32), got 'x'"],
  ['std_msgs/msg/Int32', '{data: 1.5}', "data: expected a whole number (int32), got '1.5'"],
  ['std_msgs/msg/Int32', '{data: [1]}', 'data: expected a int32, got a list'],
  ['std_msgs/msg/Bool', '{data: 2}', "data: expected true or false, got '2'"],
  ['std_msgs/msg/Float32', '{data: true}', "data: expected a number (float32), got 'true'"],
  ['std_msgs/msg/UInt8MultiArray', '{data: 5}', "data: expected a list of uint8, got '5'"],
  ['std_msgs/msg/UInt8MultiArray', '{data: [1, x]}', "data[1]: expected a whole number (uint8), got 'x'"],
  [
    'geometry_msgs/msg/Twist',
    '{linear: 5}',
    "linear: expected a mapping with fields of geometry_msgs/msg/Vector3, got '5'",
  ],
  [
    'std_msgs/msg/String',
    'hello',
    `expected a mapping with fields of std_msgs/msg/String, such as "{data: hello}", got 'hello'`,
  ],
  ['std_msgs/msg/String', '{data: [', 'expected the values as YAML'],
])('%s from %s says what is wrong', (type, text, message) => {
  expect(() => fill(type, text)).toThrow(message);
  expect(() => fill(type, text)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLI_USAGE' }));
});

test('a header given as auto and a time given as now are stamped, each time anew', () => {
  const header = messageFromYaml(resolve, 'geometry_msgs/msg/PoseStamped', '{header: auto}');
  const time = messageFromYaml(resolve, 'std_msgs/msg/Header', '{stamp: now, frame_id: map}');
  const before = Date.now();
  for (const { message, stamp } of [header, time]) {
    stamp();
    const holder = (message.header ?? message) as { stamp: { sec: number; nanosec: number } };
    const millis = holder.stamp.sec * 1000 + holder.stamp.nanosec / 1e6;
    expect(millis).toBeGreaterThanOrEqual(before);
    holder.stamp.sec = 0;
    stamp();
    expect(holder.stamp.sec).toBeGreaterThan(0);
  }
});
