'use strict';
// Publishes one message of each size given, in order. Arguments: topic|latched sizes
const rclnodejs = require('roslet');
const { pattern } = require('./pattern.cjs');

const [kind, list] = process.argv.slice(2);
const sizes = list.split(',').map(Number);

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('sender');
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    sizes.length,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    kind === 'latched'
      ? QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
      : QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/sizes', { qos });
  node.spin();
  if (kind === 'topic') await until(() => publisher.subscriptionCount > 0);
  sizes.forEach((size, index) => {
    publisher.publish({ layout: { dim: [], data_offset: index }, data: pattern(size, index) });
  });
  console.log('published');
  process.stdin.once('data', () => {
    process.stdin.destroy();
    rclnodejs.shutdown();
  });
}

async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

main();
