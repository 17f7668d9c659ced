// A subscriber, from its first line to its first message: see src/startup.
import { Context, DurabilityPolicy } from '@roslet/rmw';

const context = new Context();
const node = context.createNode('startup_subscriber', '/', { active: true });
const qos = { depth: 1, durability: DurabilityPolicy.TRANSIENT_LOCAL };
node.createSubscription('std_msgs/msg/String', '/startup', qos, () => {
  console.log(String(process.hrtime.bigint()));
  context.close();
});
context.setRef(true);
