'use strict';
// Latches 25 messages of 1 MiB and one of 20 MiB, says so, and stays.
const rclnodejs = require('roslet');
const { pattern } = require('./pattern.cjs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('latcher');
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    26,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/sizes', { qos });
  node.spin();
  for (let i = 0; i < 26; i++) {
    publisher.publish({ layout: { dim: [], data_offset: i }, data: pattern((i < 25 ? 1 : 20) * 1024 * 1024, i) });
  }
  console.log('latched');
}

main();
