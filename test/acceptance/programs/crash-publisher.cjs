'use strict';
// Publishes 1 MiB messages without pause until it is killed.
const rclnodejs = require('roslet');
const { pattern } = require('./pattern.cjs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('crasher');
  const { QoS } = rclnodejs;
  const latched = process.argv[2] === 'latched';
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    latched ? 3 : 5,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    latched
      ? QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
      : QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/crash', { qos });
  node.spin();
  const payloads = Array.from({ length: 4 }, (_, i) => pattern(1024 * 1024, i));
  let next = 0;
  setInterval(() => {
    publisher.publish({ layout: { dim: [], data_offset: next % 4 }, data: payloads[next % 4] });
    if (++next === 1) console.log('publishing');
  }, 2);
}

main();
