import { answerCalls } from '@roslet/cli/internal';
import { Context, DurabilityPolicy } from '@roslet/rmw';

/** The program that runs already while others start: it has one latched message to give. */

const context = new Context();
const node = context.createNode('startup_talker');
const publisher = node.createPublisher('std_msgs/msg/String', '/startup', {
  depth: 1,
  durability: DurabilityPolicy.TRANSIENT_LOCAL,
});
context.setRef(true);

answerCalls({
  perform: async () => void publisher.publish({ data: 'a message that waits for whoever comes' }),
  close: () => context.close(),
});
