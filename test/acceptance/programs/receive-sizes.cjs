'use strict';
// Receives the messages of send-sizes.cjs, prints one line for each, and ends after as many as were asked for.
// Arguments: topic|latched count
const rclnodejs = require('roslet');
const { matches } = require('./pattern.cjs');

const [kind, count] = process.argv.slice(2);

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('receiver');
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    Number(count),
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    kind === 'latched'
      ? QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
      : QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
  let received = 0;
  node.createSubscription('std_msgs/msg/UInt8MultiArray', '/sizes', { qos }, (message) => {
    const seed = message.layout.data_offset;
    console.log(`${seed} ${message.data.length} ${matches(message.data, seed) ? 'equal' : 'DIFFERENT'}`);
    if (++received === Number(count)) setTimeout(() => rclnodejs.shutdown(), 20);
  });
  node.spin();
  console.log('listening');
}

main();
