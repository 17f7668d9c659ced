// Publishes camera images of 1 MiB at 30 Hz and the state of six joints at 100 Hz.

import { init, Node, shutdown } from 'roslet';
import { paint } from './image-pattern.mjs';
import { reliable } from './qos.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';

const JOINTS = ['shoulder_pan', 'shoulder_lift', 'elbow', 'wrist_1', 'wrist_2', 'wrist_3'];

await init();
const node = new Node('sensor');
const images = node.createPublisher('sensor_msgs/msg/Image', '/camera/image', { qos: reliable(60) });
const joints = node.createPublisher('sensor_msgs/msg/JointState', '/joint_states', { qos: reliable(1000) });
const sent = { '/camera/image': 0, '/joint_states': 0 };

const data = Buffer.alloc(1024 * 1024);
node.createTimer(33_333_333n, () => {
  const number = ++sent['/camera/image'];
  paint(data, number);
  const header = { stamp: node.now().toMsg(), frame_id: String(number) };
  images.publish({ header, height: 512, width: 1024, encoding: 'mono16', step: 2048, data });
});

node.createTimer(10_000_000n, () => {
  const number = ++sent['/joint_states'];
  const position = Float64Array.from(JOINTS, (_name, i) => Math.sin(number / 50 + i));
  joints.publish({
    header: { stamp: node.now().toMsg(), frame_id: String(number) },
    name: JOINTS,
    position,
    velocity: position.map((angle) => angle / 2),
  });
});

node.spin();
const lastReport = reportRegularly(() => ({ sent }));
onStop(() => {
  node.stop();
  lastReport();
  shutdown();
});
ready();
