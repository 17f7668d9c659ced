import { answerCalls } from '@roslet/cli/internal';
import { Context } from '@roslet/rmw';

/** A program with idle nodes, each in a context of its own, as if each were a process. */

const TYPE = 'std_msgs/msg/String';

const contexts: Context[] = [];

function join(count: number): string {
  for (let index = 0; index < count; index++) {
    const context = new Context({ wait: 'park' });
    const name = `bystander_${process.pid}_${index}`;
    const node = context.createNode(name, '/', { active: true });
    node.createPublisher(TYPE, `/${name}/out`);
    node.createSubscription(TYPE, `/${name}/in`, undefined, () => undefined);
    contexts.push(context);
  }
  return process.env.ROSLET_DIR ?? '';
}

answerCalls({
  perform: async ({ argument }) => join(argument as number),
  close: () => contexts.forEach((context) => context.close()),
});
