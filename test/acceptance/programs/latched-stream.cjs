'use strict';
// Latches a counter at 1 kHz, the newest 2,000 kept, until its input ends.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('streamer');
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    2000,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const publisher = node.createPublisher('std_msgs/msg/UInt32', '/stream', { qos });
  node.spin();
  const start = process.hrtime.bigint();
  let next = 1;
  const timer = setInterval(() => {
    const due = Number((process.hrtime.bigint() - start) / 1_000_000n);
    while (next <= due) publisher.publish({ data: next++ });
  }, 1);
  console.log('streaming');
  process.stdin.once('end', () => {
    clearInterval(timer);
    rclnodejs.shutdown();
  });
  process.stdin.resume();
}

main();
