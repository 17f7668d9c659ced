import { answerCalls } from '@roslet/cli/internal';
import { Context } from '@roslet/rmw';

/** One process of a fleet: a node with publishers and subscriptions, half and half. */

const TYPE = 'std_msgs/msg/String';

export interface JoinOrder {
  readonly index: number;
  readonly endpoints: number;
}

export interface WholeOrder {
  readonly nodes: number;
  readonly topics: number;
}

let context: Context | undefined;
let drains = 0;

function join({ index, endpoints }: JoinOrder): void {
  context = new Context();
  context.setRef(true);
  const node = context.createNode(`fleet_${index}`, '/', { active: true });
  for (let number = 0; number < endpoints / 2; number++) {
    node.createPublisher(TYPE, `/fleet_${index}/out_${number}`);
    // The neighbour's: each topic has one publisher and one subscription.
    node.createSubscription(TYPE, `/fleet_${index + 1}/out_${number}`, undefined, () => undefined);
  }
}

/** Unix time, in milliseconds, at which this process saw the whole graph. */
async function whole({ nodes, topics }: WholeOrder): Promise<number> {
  await context?.graph.waitFor(
    () => context?.graph.nodes().length === nodes && context.graph.topics().length === topics,
  );
  return performance.timeOrigin + performance.now();
}

/** How often this process was woken since the last call. */
function takeWakes(): number {
  const now = context?.counters().drains ?? 0;
  const since = now - drains;
  drains = now;
  return since;
}

answerCalls({
  perform: async ({ method, argument }) => {
    if (method === 'join') return join(argument as JoinOrder);
    if (method === 'directory') return process.env.ROSLET_DIR ?? '';
    return method === 'whole' ? whole(argument as WholeOrder) : takeWakes();
  },
  close: () => context?.close(),
});
