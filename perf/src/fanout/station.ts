import { setTimeout as sleep } from 'node:timers/promises';
import { answerCalls } from '@roslet/cli/internal';
import { Context, type Publisher, type WaitStrategy } from '@roslet/rmw';
import { median } from '../compare/metrics';

/** One process of the measurement: the publisher, or one of its subscribers. */

const TYPE = 'std_msgs/msg/UInt8MultiArray';
const TOPIC = '/fanout';
/** Longer than readers need, so that each message finds them waiting. */
const PAUSE_MILLIS = 6;
const SETTLE_MILLIS = 300;

export interface PublishOrder {
  readonly size: number;
  readonly messages: number;
  readonly subscribers: number;
}

export interface PublishTimes {
  /** Of this process within one publish(), in microseconds; medians. */
  readonly cpuMicros: number;
  /** Other processes may have the processor meanwhile, the readers that were woken for instance. */
  readonly wallMicros: number;
}

let context: Context | undefined;
let publisher: Publisher<{ data: Uint8Array }> | undefined;

function join(wait: WaitStrategy): void {
  context = new Context({ wait });
  context.setRef(true);
  const node = context.createNode(`station_${process.pid}`, '/', { active: true });
  if (process.argv[2] === 'publisher') publisher = node.createPublisher(TYPE, TOPIC);
  else node.createSubscription(TYPE, TOPIC, undefined, () => undefined);
}

async function publish({ size, messages, subscribers }: PublishOrder): Promise<PublishTimes> {
  const data = new Uint8Array(size).fill(1);
  await context?.graph.waitFor(() => publisher?.subscriptionCount === subscribers);
  await sleep(SETTLE_MILLIS);
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let message = 0; message < messages; message++) {
    const began = performance.now();
    const before = process.cpuUsage();
    publisher?.publish({ data });
    const { user, system } = process.cpuUsage(before);
    cpu.push(user + system);
    wall.push((performance.now() - began) * 1000);
    await sleep(PAUSE_MILLIS);
  }
  return { cpuMicros: median(cpu), wallMicros: median(wall) };
}

answerCalls({
  perform: async ({ method, argument }) =>
    method === 'join' ? join(argument as WaitStrategy) : publish(argument as PublishOrder),
  close: () => context?.close(),
});
