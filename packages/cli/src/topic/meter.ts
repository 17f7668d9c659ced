import { DurabilityPolicy, ReliabilityPolicy, QosProfiles, type Delivery } from '@roslet/rmw';
import { fullTopicName } from '../domain/names';
import { aborted, inSession, type Session } from '../domain/session';
import { nearMiss } from '../domain/near-miss';
import { onlyType, topicTypes } from '../domain/types-of';
import { remark } from '../output/stdout';

export interface Meter {
  /** A message came. */
  readonly count: (delivery: Delivery) => void;
  /** Once a second. */
  readonly report: () => void;
}

/** What any publisher satisfies, and none waits for. Bursts of a second at 1 kHz fit. */
const LISTENING = {
  ...QosProfiles.sensorData,
  reliability: ReliabilityPolicy.BEST_EFFORT,
  durability: DurabilityPolicy.VOLATILE,
  depth: 1000,
};

/**
 * Measures a topic until nobody wants more. Waits for the topic when it is not there yet.
 *
 * @param raw the messages need not be decoded
 * @throws NameError, AmbiguousTypeError
 */
export async function measure(typed: string, raw: boolean, meterOf: (topic: string) => Meter): Promise<void> {
  const topic = fullTopicName(typed);
  await inSession(async (session) => {
    const type = await typeWhenPublished(session, topic);
    const meter = meterOf(topic);
    session.node.createSubscription(type, topic, LISTENING, meter.count, { raw });
    const timer = setInterval(meter.report, 1000);
    await aborted(session.signal);
    clearInterval(timer);
  });
}

async function typeWhenPublished({ context: { graph }, signal }: Session, topic: string): Promise<string> {
  if (topicTypes(graph, topic).length === 0) {
    const known = graph.topics().map(({ name }) => name);
    remark(`topic '${topic}' does not appear to be published yet${nearMiss(topic, known)}`);
    await graph.waitFor(() => topicTypes(graph, topic).length > 0, -1, { signal });
  }
  return onlyType('topic', topic, topicTypes(graph, topic)) ?? '';
}
