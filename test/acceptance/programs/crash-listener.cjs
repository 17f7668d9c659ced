'use strict';
// Listens to whoever publishes /crash, checks each message, and reports on request (a line of input).
const rclnodejs = require('roslet');
const { matches } = require('./pattern.cjs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('crash_listener');
  let received = 0;
  let torn = 0;
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    5,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
  node.createSubscription('std_msgs/msg/UInt8MultiArray', '/crash', { qos }, (message) => {
    received++;
    if (message.data.length !== 1024 * 1024 || !matches(message.data, message.layout.data_offset)) torn++;
  });
  node.spin();
  console.log('listening');
  process.stdin.on('data', () => console.log(`received ${received} torn ${torn}`));
}

main();
