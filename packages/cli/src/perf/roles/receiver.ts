import type { Delivery } from '@roslet/rmw';
import { setTimeout as sleep } from 'node:timers/promises';
import { micros } from '../clock';
import type { ReceivedReport } from '../protocol';
import { cpuSeconds, type Station } from '../station';

/** Every how many small messages the time from publishing is taken: reading it costs as much as such a message. */
const SAMPLE_EVERY = 64;
const SMALL = 16 * 1024;

/** Without a message for this long, what is missing does not come any more, in microseconds. */
const PATIENCE_MICROS = 2e6;

/** Counts what comes, and looks at it. */
export function receiver(station: Station) {
  const { setup, node, context, payload } = station;
  const every = payload.bytes < SMALL ? SAMPLE_EVERY : 1;
  let received = 0;
  let sampled = 0;
  let last = 0;
  let oneWay: number[] = [];
  let cpu = 0;
  let lostBefore = 0;

  const receive = (delivery: Delivery) => {
    received++;
    if (setup.raw) sampled += delivery.bytes[delivery.bytes.byteLength - 1] ?? 0;
    else sampled += payload.sample(delivery.message);
    if (received % every === 0) {
      last = micros();
      const { receivedTimestamp, sourceTimestamp } = delivery.info;
      oneWay.push(Number(receivedTimestamp - sourceTimestamp) / 1000);
    }
  };
  const subscription = node.createSubscription(station.type, setup.topic, setup.qos, receive, { raw: setup.raw });
  const lost = () => subscription.statistics().lost.total - lostBefore;

  return {
    ready: () => context.graph.waitFor(() => subscription.publisherCount > 0),

    begin: () => {
      received = 0;
      oneWay = [];
      lostBefore = subscription.statistics().lost.total;
      cpu = cpuSeconds();
    },

    /** Waits for the rest of `sent` messages. */
    finish: async (sent: number): Promise<ReceivedReport> => {
      let seen = -1;
      let quietSince = micros();
      while (received + lost() < sent && micros() - quietSince < PATIENCE_MICROS) {
        if (received !== seen) quietSince = micros();
        seen = received;
        await sleep(1);
      }
      if (!Number.isFinite(sampled)) throw new Error('a sample of a received message was no number');
      return {
        received,
        lost: lost(),
        end: last,
        cpuSeconds: cpuSeconds() - cpu,
        oneWayMicros: Float64Array.from(oneWay),
      };
    },
  };
}
