// Measures the CDR codec: generated TypeScript, the plain walk, and the native walker, nanoseconds a message.
//
//   npm run build && node perf/codec.mjs [part of a type's name] [--json]
//
// Each figure is the best of several rounds: on a shared machine the best one is what the code can do. Targets lie as in a
// log record (body at a multiple of 8). The native column has one copy more than a publish has (see cdrEncode).

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createCodec, InterfaceRegistry } = require('../packages/interfaces/dist/index.js');
const native = require('../native/index.js');

const registry = new InterfaceRegistry();
// No ROS type is nothing but strings or 64-bit integers.
const OWN = {
  'perf/msg/Strings': [{ name: 'data', type: { base: 'string', container: { kind: 'sequence' } } }],
  'perf/msg/Integers': [{ name: 'data', type: { base: 'int64', container: { kind: 'sequence' } } }],
};
const resolve = (name) => (OWN[name] ? { name, fields: OWN[name], constants: [] } : registry.resolve(name));

const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const vector = () => ({ x: 1.5, y: -2.5, z: 3.5 });
const header = { stamp: { sec: 1700000000, nanosec: 5 }, frame_id: 'base_link' };
const pose = (index) => ({ position: { x: index, y: 0.5, z: 1 }, orientation: { x: 0, y: 0, z: 0.1, w: 0.9 } });

const CASES = [
  ['std_msgs/msg/String', { data: 'Hello, world: 12345' }],
  ['geometry_msgs/msg/Twist', { linear: vector(), angular: vector() }],
  [
    'sensor_msgs/msg/JointState',
    {
      header,
      name: many(10, (index) => `joint_${index}`),
      position: new Float64Array(10),
      velocity: new Float64Array(10),
      effort: new Float64Array(10),
    },
  ],
  [
    'sensor_msgs/msg/Imu',
    {
      header,
      orientation: { x: 0, y: 0, z: 0, w: 1 },
      orientation_covariance: new Float64Array(9),
      angular_velocity: vector(),
      angular_velocity_covariance: new Float64Array(9),
      linear_acceleration: vector(),
      linear_acceleration_covariance: new Float64Array(9),
    },
  ],
  ['geometry_msgs/msg/PoseArray', { header, poses: many(1000, pose) }],
  [
    'sensor_msgs/msg/Image',
    { header, height: 512, width: 2048, encoding: 'mono8', step: 2048, data: new Uint8Array(1 << 20) },
  ],
  ['sensor_msgs/msg/LaserScan', { header, ranges: new Float32Array(1000), intensities: new Float32Array(1000) }],
  ['perf/msg/Strings', { data: many(1000, (index) => `string number ${index}`) }],
  ['perf/msg/Integers', { data: many(1000, (index) => BigInt(index)) }],
];

const OFFSET = 4;
const region = new Uint8Array(4 << 20);

function measure(name, message) {
  const generated = createCodec(name, resolve);
  const plain = createCodec(name, resolve, { generateCode: false });
  const plan = native.cdrPlan(generated.plan);
  const size = generated.size(message);
  generated.encode(message, region, OFFSET, size);
  const received = region.slice(0, OFFSET + size);
  return {
    type: name,
    bytes: size,
    size: best(() => generated.size(message)),
    encode: best(() => generated.encode(message, region, OFFSET, size)),
    decode: best(() => generated.decode(received, OFFSET, size)),
    plainSize: best(() => plain.size(message)),
    plainEncode: best(() => plain.encode(message, region, OFFSET, size)),
    nativeSize: best(() => native.cdrSize(plan, message)),
    nativeEncode: best(() => native.cdrEncode(plan, message, region, OFFSET, size)),
  };
}

/**
 * Nanoseconds of one call, in the best of many rounds of half a millisecond: short enough that some of them run without the
 * processor being taken away.
 */
function best(call) {
  for (let warm = 0; warm < 3; warm++) time(call, 20_000 / Math.max(1, time(call, 50) / 1000));
  const calls = Math.max(1, Math.min(20_000, Math.round(5e5 / time(call, 50))));
  return Math.round(Math.min(...many(100, () => time(call, calls))));
}

function time(call, calls) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) call();
  return Math.max(1, Number(process.hrtime.bigint() - start) / calls);
}

const json = process.argv.includes('--json');
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '';
const rows = CASES.filter(([name]) => name.includes(wanted)).map(([name, message]) => measure(name, message));
if (json) console.log(JSON.stringify({ node: process.version, arch: process.arch, unit: 'ns', rows }, null, 2));
else console.table(Object.fromEntries(rows.map(({ type, ...figures }) => [type, figures])));
