'use strict';
// Publishes bursts of 1,000 small messages from a tight loop, one burst a line of input. Argument: number of readers to wait for
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('burst_sender');
  const publisher = node.createPublisher('std_msgs/msg/UInt32', '/burst', { qos: reliable(1000) });
  node.spin();
  while (publisher.subscriptionCount < Number(process.argv[2])) await new Promise((resolve) => setTimeout(resolve, 5));
  console.log('ready');
  let next = 0;
  process.stdin.on('data', () => {
    for (let i = 0; i < 1000; i++) publisher.publish({ data: next++ });
    console.log(`burst ${next}`);
  });
  process.stdin.once('end', () => rclnodejs.shutdown());
}

function reliable(depth) {
  const { QoS } = rclnodejs;
  return new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
}

main();
