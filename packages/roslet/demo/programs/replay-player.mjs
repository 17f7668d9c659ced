// Publishes the serialized messages of recordings, as they are, to whoever checks them.

import { setTimeout as pause } from 'node:timers/promises';
import { init, Node, shutdown } from 'roslet';
import { recordedTopics } from '../recording.mjs';
import { reliable } from './qos.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';

await init();
const node = new Node('replay_player');
let sent = 0;
const lastReport = reportRegularly(() => ({ sent }));
onStop(() => {
  lastReport();
  shutdown();
});

for (const { topic, type, messages } of recordedTopics(process.argv.slice(2))) {
  const publisher = node.createPublisher(type, topic, { qos: reliable(1000) });
  while (publisher.subscriptionCount === 0) await pause(5);
  for (const bytes of messages) {
    publisher.publish(Buffer.from(bytes));
    sent++;
  }
}
ready();
