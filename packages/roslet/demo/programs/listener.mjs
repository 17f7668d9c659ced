// Receives what the sensor publishes, and checks every message.

import { init, Node, shutdown } from 'roslet';
import { isPainted } from './image-pattern.mjs';
import { reliable } from './qos.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';
import { StreamCheck } from './stream-check.mjs';

await init();
const node = new Node('listener');
const checks = { '/camera/image': new StreamCheck(), '/joint_states': new StreamCheck() };

const images = node.createSubscription(
  'sensor_msgs/msg/Image',
  '/camera/image',
  { qos: reliable(60) },
  (image, info) => {
    const number = Number(image.header.frame_id);
    checks['/camera/image'].add(number, image.data.length, isPainted(image.data, number), info);
  },
);

const joints = node.createSubscription(
  'sensor_msgs/msg/JointState',
  '/joint_states',
  { qos: reliable(1000) },
  (state, info) => {
    const number = Number(state.header.frame_id);
    const intact = state.name.length === 6 && state.position[1] === Math.sin(number / 50 + 1);
    checks['/joint_states'].add(number, state.position.byteLength * 2, intact, info);
  },
);

node.spin();
const lastReport = reportRegularly(() => ({
  '/camera/image': checks['/camera/image'].report(images),
  '/joint_states': checks['/joint_states'].report(joints),
}));
onStop(() => {
  lastReport();
  shutdown();
});
ready();
