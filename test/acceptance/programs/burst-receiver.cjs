'use strict';
// Receives bursts; after each full thousand prints how many came and whether they came in order.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node(`burst_receiver_${process.pid}`);
  const { QoS } = rclnodejs;
  const qos = new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1000,
    QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
  let count = 0;
  let order = 'in order';
  node.createSubscription('std_msgs/msg/UInt32', '/burst', { qos }, ({ data }) => {
    if (data !== count) order = `${data} came where ${count} was due`;
    count++;
    if (count % 1000 === 0) console.log(`${count} ${order}`);
  });
  node.spin();
  console.log('listening');
}

main();
