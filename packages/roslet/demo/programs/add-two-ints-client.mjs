// Asks the server for sums, one after the other, and checks the answers.

import { setTimeout as pause } from 'node:timers/promises';
import { init, Node, shutdown } from 'roslet';
import { percentiles } from '../percentiles.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';

const PAUSE_MILLIS = 5;

await init();
const node = new Node('add_two_ints_client');
const client = node.createClient('example_interfaces/srv/AddTwoInts', '/add_two_ints');
const latencies = [];
const result = { calls: 0, wrong: 0, failed: 0, seconds: 0 };
let going = true;

node.spin();
const lastReport = reportRegularly(() => ({ ...result, latencyMicros: percentiles(latencies) }));
const done = callUntilStopped();
onStop(async () => {
  going = false;
  await done;
  lastReport();
  shutdown();
});
ready();

async function callUntilStopped() {
  await client.waitForService();
  const start = performance.now();
  for (let a = 1n; going; a++) {
    const b = a * 1_000_000_007n;
    const begin = performance.now();
    try {
      const { sum } = await client.sendRequestAsync({ a, b }, { timeout: 5000 });
      if (sum !== a + b) result.wrong++;
    } catch (error) {
      result.failed++;
      console.error(error.message);
    }
    latencies.push((performance.now() - begin) * 1000);
    result.calls++;
    result.seconds = (performance.now() - start) / 1000;
    await pause(PAUSE_MILLIS);
  }
}
