// Compares what arrives with what the recordings hold, byte for byte.

import { init, Node, shutdown } from 'roslet';
import { recordedTopics } from '../recording.mjs';
import { reliable } from './qos.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';

await init();
const node = new Node('replay_checker');
const result = { topics: 0, expected: 0, equal: 0, different: 0 };

for (const { topic, type, messages } of recordedTopics(process.argv.slice(2))) {
  result.topics++;
  result.expected += messages.length;
  let next = 0;
  node.createSubscription(type, topic, { isRaw: true, qos: reliable(1000) }, (bytes) => {
    const expected = messages[next++];
    if (expected !== undefined && bytes.equals(expected)) result.equal++;
    else result.different++;
  });
}

node.spin();
const lastReport = reportRegularly(() => result);
onStop(() => {
  lastReport();
  shutdown();
});
ready();
