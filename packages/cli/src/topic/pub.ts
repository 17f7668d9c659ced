import { compileCodec } from '@roslet/interfaces';
import { type Publisher, ReliabilityPolicy } from '@roslet/rmw';
import { z } from 'zod/v3';
import { checked } from '../checked';
import { fullTopicName } from '../domain/names';
import { inSession, pause, type Session } from '../domain/session';
import { topicTypes } from '../domain/types-of';
import { UsageError, WaitTimeoutError } from '../errors';
import { complete } from '../message/codec';
import { type FilledMessage, messageFromYaml } from '../message/from-yaml';
import { pythonText } from '../message/python-text';
import { messageType } from '../message/yaml-text';
import { countOrZero, notNegative, positive } from '../numbers';
import { readStdin } from '../input/stdin';
import { print, remark } from '../output/stdout';
import { counted } from '../output/units';
import { qosFromOptions } from '../qos/from-options';
import type { QosFlags } from '../qos/options';

interface Options extends QosFlags {
  readonly rate: string;
  readonly once?: boolean;
  readonly times?: string;
  readonly print: string;
  readonly waitMatchingSubscriptions?: string;
  readonly maxWaitTimeSecs?: string;
  readonly keepAlive: string;
  readonly nodeName?: string;
  readonly stdin?: boolean;
}

const schema = z.object({
  rate: positive,
  times: countOrZero.optional(),
  print: countOrZero,
  waitMatchingSubscriptions: countOrZero.optional(),
  maxWaitTimeSecs: positive.optional(),
  keepAlive: notNegative,
});

type Settings = z.output<typeof schema>;

/** Longest wait for the last messages to be taken, in milliseconds. */
const LAST_WORDS_MILLIS = 1000;

/**
 * `roslet topic pub`
 *
 * @throws UsageError, NameError, TypeNotFoundError, MessageError, WaitTimeoutError
 */
export async function pub(typedTopic: string, typedType: string, values: string, options: Options): Promise<void> {
  const topic = fullTopicName(typedTopic);
  const settings = checked(schema, options);
  if (options.once && settings.times !== undefined) throw new UsageError('expected --once or --times, got both');
  const times = options.once ? 1 : settings.times || Infinity;
  const { profile } = qosFromOptions(options, 'default');
  const text = options.stdin ? await readStdin() : values;
  await inSession(
    async (session) => {
      const { interfaces } = session.context;
      const type = interfaces.message(typedType).name;
      const filled = messageFromYaml(interfaces.resolve, type, text);
      // Whatever is wrong with the values is said before anybody hears of the topic.
      const codec = compileCodec(type, interfaces.resolve);
      complete(codec, filled.message);
      const publisher = session.node.createPublisher(type, topic, profile);
      warnOfOtherType(session, topic, type);
      await waitForSubscriptions(session, publisher, settings, times);
      const describe = () => pythonText(interfaces.resolve, messageType(type), complete(codec, filled.message));
      await publishAll(session, publisher, filled, { ...settings, times, describe });
      await lastWords(session, publisher, settings.keepAlive);
    },
    { nodeName: options.nodeName },
  );
}

function warnOfOtherType({ context }: Session, topic: string, type: string): void {
  const others = topicTypes(context.graph, topic).filter((other) => other !== type);
  if (others.length > 0) remark(`'${topic}' is also of type ${others.join(', ')}; those do not hear ${type}`);
}

/** @throws WaitTimeoutError */
async function waitForSubscriptions(
  { context, signal }: Session,
  publisher: Publisher,
  { waitMatchingSubscriptions, maxWaitTimeSecs }: Settings,
  times: number,
): Promise<void> {
  const wanted = waitMatchingSubscriptions ?? (times === Infinity ? 0 : 1);
  if (publisher.subscriptionCount >= wanted) return;
  print(`Waiting for at least ${wanted} matching subscription(s)...`);
  const limit = maxWaitTimeSecs === undefined ? -1 : maxWaitTimeSecs * 1000;
  if (await context.graph.waitFor(() => publisher.subscriptionCount >= wanted, limit, { signal })) return;
  throw new WaitTimeoutError(
    `expected ${counted(wanted, 'matching subscription')} of '${publisher.topic}' within ${maxWaitTimeSecs} s, ` +
      `there are ${publisher.subscriptionCount}`,
  );
}

interface Schedule {
  readonly rate: number;
  readonly times: number;
  /** Every how many messages one is printed; 0: never. */
  readonly print: number;
  readonly describe: () => string;
}

async function publishAll(
  { signal }: Session,
  publisher: Publisher,
  { message, stamp }: FilledMessage,
  { rate, times, print: every, describe }: Schedule,
): Promise<void> {
  print('publisher: beginning loop');
  const period = 1000 / rate;
  let due = performance.now();
  for (let number = 1; number <= times && !signal.aborted; number++) {
    await until(due, signal);
    if (signal.aborted) return;
    stamp();
    if (every > 0 && number % every === 0) print(`publishing #${number}: ${describe()}\n`);
    await publisher.publishWhenReady(message, { signal });
    // Whoever was held up does not make up for it with a burst.
    due = Math.max(due + period, performance.now() - period);
  }
}

/** Timers are good to a millisecond; shorter waits go round the event loop. */
async function until(due: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const left = due - performance.now();
    if (left <= 0 || signal.aborted) return;
    if (left >= 1) await pause(left, signal);
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Reliable subscribers take what was published; then the publisher stays as long as it was told to. */
async function lastWords({ signal }: Session, publisher: Publisher, keepAlive: number): Promise<void> {
  if (signal.aborted) return;
  if (publisher.qos.reliability === ReliabilityPolicy.RELIABLE) await publisher.waitForAllAcked(LAST_WORDS_MILLIS);
  await pause(keepAlive * 1000, signal);
}
