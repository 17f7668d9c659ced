import { setTimeout as sleep } from 'node:timers/promises';
import { answerCalls } from '@roslet/cli/internal';
import { Context, type Publisher, QosProfiles } from '@roslet/rmw';

/** A process that publishes at 1 kHz and, now and then, something huge; or one that reads both, or the first alone. */

const TYPE = 'std_msgs/msg/UInt8MultiArray';
const PERIOD_MILLIS = 1;
const PAUSE_MILLIS = 300;

export interface StallOrder {
  readonly size: number;
  readonly times: number;
}

export interface StallTimes {
  /** Longest time between two messages at 1 kHz while something huge was published, for each of those. */
  readonly gapMillis: readonly number[];
  /** The publish() calls of the huge ones. */
  readonly publishMillis: readonly number[];
  /** One copy of as many bytes within this process, into memory that was used before: what encoding costs at least. */
  readonly encodeMillis: readonly number[];
}

let context: Context | undefined;
let ticks: Publisher<{ data: Uint8Array }> | undefined;
let huge: Publisher<{ data: Uint8Array }> | undefined;
let longest = 0;

function join(): void {
  const role = process.argv[2];
  context = new Context();
  context.setRef(true);
  const node = context.createNode(`${role}_${process.pid}`, '/', { active: true });
  if (role === 'publisher') {
    ticks = node.createPublisher(TYPE, '/ticks');
    huge = node.createPublisher(TYPE, '/huge', { ...QosProfiles.default, depth: 1 });
    return;
  }
  let last = performance.now();
  node.createSubscription(TYPE, '/ticks', undefined, () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  });
  if (role === 'both') {
    node.createSubscription(TYPE, '/huge', { ...QosProfiles.default, depth: 1 }, () => undefined);
  }
}

async function publish({ size, times }: StallOrder): Promise<StallTimes> {
  await context?.graph.waitFor(() => ticks?.subscriptionCount === 2 && huge?.subscriptionCount === 1);
  const tick = { data: new Uint8Array(64) };
  const data = new Uint8Array(size).fill(1);
  const copy = new Uint8Array(size).fill(2);
  let last = performance.now();
  let gap = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
    ticks?.publish(tick);
  }, PERIOD_MILLIS);
  const result = { gapMillis: [] as number[], publishMillis: [] as number[], encodeMillis: [] as number[] };
  for (let time = 0; time < times; time++) {
    await sleep(PAUSE_MILLIS);
    gap = 0;
    let began = performance.now();
    huge?.publish({ data });
    result.publishMillis.push(performance.now() - began);
    await sleep(PAUSE_MILLIS);
    result.gapMillis.push(gap);
    began = performance.now();
    copy.set(data);
    result.encodeMillis.push(performance.now() - began);
  }
  clearInterval(timer);
  return result;
}

/** Longest gap since the last call. */
function takeGap(): number {
  const gap = longest;
  longest = 0;
  return gap;
}

answerCalls({
  perform: async ({ method, argument }) => {
    if (method === 'join') return join();
    return method === 'takeGap' ? takeGap() : publish(argument as StallOrder);
  },
  close: () => context?.close(),
});
