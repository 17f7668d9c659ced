'use strict';
// Joins the latched stream late and reads 1,500 messages: prints the first and last number and what was wrong, if anything.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('joiner');
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    2000,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  let first;
  let last;
  let count = 0;
  let wrong = 'gap-free';
  node.createSubscription('std_msgs/msg/UInt32', '/stream', { qos }, ({ data }) => {
    first ??= data;
    if (last !== undefined && data !== last + 1) wrong = `${last} was followed by ${data}`;
    last = data;
    if (++count === 1500) {
      console.log(`${first} ${last} ${wrong}`);
      rclnodejs.shutdown();
    }
  });
  node.spin();
}

main();
