import { micros } from '../clock';
import type { Amount, PingReport } from '../protocol';
import { paced } from '../pacing';
import { cpuSeconds, type Station } from '../station';

/** A pong that has not come by then is counted as lost, in milliseconds. */
const PATIENCE_MILLIS = 2000;

/** Sends a message, waits for its echo, and so on. */
export function pinger(station: Station) {
  const { setup, node, context, payload } = station;
  const publisher = station.publisher(`${setup.topic}/ping`);
  let onPong: () => void = () => undefined;
  const pongs = node.createSubscription(station.type, `${setup.topic}/pong`, setup.qos, () => onPong(), {
    raw: setup.raw,
  });
  const send = setup.raw ? () => publisher.publishBytes(payload.serialized) : () => publisher.publish(payload.message);

  return {
    ready: (subscribers: number) =>
      context.graph.waitFor(() => publisher.subscriptionCount >= subscribers && pongs.publisherCount > 0),

    run: async (amount: Amount): Promise<PingReport> => {
      const roundTrips: number[] = [];
      const sentAt: number[] = [];
      const cpu = cpuSeconds();
      const begin = micros();
      const end = begin + amount.seconds * 1e6;
      let firstSequence = 0;
      await new Promise<void>((resolve) => {
        let at = 0;
        let answered = true;
        const ping = () => {
          answered = false;
          at = micros();
          const { sequence } = send();
          if (firstSequence === 0) firstSequence = sequence;
          sentAt.push(at);
        };
        const pace = paced(amount.rate, ping);
        const watch = setInterval(() => {
          if (!answered && micros() - at > PATIENCE_MILLIS * 1000) next();
        }, PATIENCE_MILLIS / 2);
        const next = () => {
          const enough = amount.count === undefined ? micros() >= end : sentAt.length >= amount.count;
          if (!enough) return pace.next();
          clearInterval(watch);
          pace.stop();
          onPong = () => undefined;
          resolve();
        };
        onPong = () => {
          if (answered) return;
          answered = true;
          roundTrips.push(micros() - at);
          next();
        };
        next();
      });
      return {
        sent: sentAt.length,
        received: roundTrips.length,
        begin,
        end: micros(),
        cpuSeconds: cpuSeconds() - cpu,
        path: publisher.path,
        backpressured: 0,
        roundTripMicros: Float64Array.from(roundTrips),
        firstSequence,
        sentAt: Float64Array.from(sentAt),
      };
    },
  };
}
