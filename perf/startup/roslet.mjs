// A subscriber, from its first line to its first message: see src/startup.
import roslet from 'roslet';

await roslet.init();
const node = roslet.createNode('startup_subscriber');
const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = roslet.QoS;
const qos = new roslet.QoS(
  HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  1,
  ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
);
node.createSubscription('std_msgs/msg/String', '/startup', { qos }, () => {
  console.log(String(process.hrtime.bigint()));
  roslet.shutdown();
});
roslet.spin(node);
