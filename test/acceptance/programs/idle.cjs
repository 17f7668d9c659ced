'use strict';
// Ten subscriptions; after some traffic prints, for each line of input, CPU time used so far (microseconds) and how often it woke.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('idler');
  let received = 0;
  for (let i = 0; i < 10; i++) node.createSubscription('std_msgs/msg/UInt32', `/idle_${i}`, () => received++);
  node.spin();
  console.log('listening');
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    const { idleTime } = performance.eventLoopUtilization();
    console.log(JSON.stringify({ received, cpuMicros: user + system, idleMillis: Math.round(idleTime) }));
  });
}

main();
