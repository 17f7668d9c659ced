// Makes sample.mcap, the recording that the demo replays where there are no real ones:
//
//   node packages/roslet/demo/make-sample.mjs

import { McapWriter } from '@mcap/core';
import { writeFileSync } from 'node:fs';
import { compileCodec, defaultRegistry } from '@roslet/interfaces';

const TOPICS = [
  [
    '/imu',
    'sensor_msgs/msg/Imu',
    100,
    (i) => ({ header: header(i), angular_velocity: { z: Math.sin(i / 10) }, linear_acceleration: { z: 9.81 } }),
  ],
  [
    '/joint_states',
    'sensor_msgs/msg/JointState',
    50,
    (i) => ({ header: header(i), name: ['left', 'right'], position: [i, -i] }),
  ],
  [
    '/scan',
    'sensor_msgs/msg/LaserScan',
    10,
    (i) => ({
      header: header(i),
      range_max: 30,
      ranges: Array.from({ length: 360 }, (_x, angle) => Math.fround(2 + Math.cos(angle / 20 + i))),
    }),
  ],
  [
    '/tf',
    'tf2_msgs/msg/TFMessage',
    20,
    (i) => ({
      transforms: [
        { header: header(i), child_frame_id: 'base', transform: { translation: { x: i / 10 }, rotation: { w: 1 } } },
      ],
    }),
  ],
  ['/chatter', 'std_msgs/msg/String', 20, (i) => ({ data: `Grüße ${i} 🤖` })],
];

function header(i) {
  return { stamp: { sec: 1_700_000_000, nanosec: i * 10_000_000 }, frame_id: 'odom' };
}

class MemoryFile {
  #chunks = [];
  #size = 0;

  async write(chunk) {
    this.#chunks.push(Buffer.from(chunk));
    this.#size += chunk.byteLength;
  }

  position() {
    return BigInt(this.#size);
  }

  bytes() {
    return Buffer.concat(this.#chunks);
  }
}

const registry = defaultRegistry();
const file = new MemoryFile();
const writer = new McapWriter({ writable: file });
await writer.start({ profile: 'ros2', library: 'roslet demo' });
for (const [topic, type, count, make] of TOPICS) {
  const codec = compileCodec(type, registry.resolve);
  const schemaId = await writer.registerSchema({
    name: type,
    encoding: 'ros2msg',
    data: Buffer.from(definition(type)),
  });
  const channelId = await writer.registerChannel({ topic, schemaId, messageEncoding: 'cdr', metadata: new Map() });
  for (let i = 0; i < count; i++) {
    const logTime = 1_700_000_000_000_000_000n + BigInt(i) * 10_000_000n;
    await writer.addMessage({ channelId, sequence: i, logTime, publishTime: logTime, data: codec.serialize(make(i)) });
  }
}
await writer.end();
writeFileSync(new URL('sample.mcap', import.meta.url), file.bytes());

/** A definition with those of its nested types behind it, as recordings hold them. */
function definition(type) {
  const nested = new Set();
  const visit = (name) => {
    for (const field of registry.resolve(name).fields) {
      if (field.type.nested === undefined || nested.has(field.type.nested)) continue;
      nested.add(field.type.nested);
      visit(field.type.nested);
    }
  };
  visit(type);
  const parts = [...nested].map(
    (name) => `${'='.repeat(80)}\nMSG: ${name.replace('/msg/', '/')}\n${registry.source(name).text}`,
  );
  return [registry.source(type).text, ...parts].join('\n');
}
