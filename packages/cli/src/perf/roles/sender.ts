import { setImmediate as turn } from 'node:timers/promises';
import { micros } from '../clock';
import type { Amount, SentReport } from '../protocol';
import { cpuSeconds, type Station } from '../station';

/** Messages between two looks at the clock and at the event loop. */
const BURST = 256;

/** Longest wait for readers to take what was sent, in milliseconds. */
const PATIENCE_MILLIS = 30_000;

/** Sends as fast as the readers take it, or at a rate. */
export function sender(station: Station) {
  const { setup, context, payload } = station;
  const publisher = station.publisher(setup.topic);
  const publish = setup.raw
    ? () => publisher.publishBytes(payload.serialized)
    : () => publisher.publish(payload.message);

  return {
    ready: (subscribers: number) => context.graph.waitFor(() => publisher.subscriptionCount >= subscribers),

    run: async ({ count = Infinity, seconds, rate }: Amount): Promise<SentReport> => {
      const cpu = cpuSeconds();
      const begin = micros();
      const end = count === Infinity ? begin + seconds * 1e6 : Infinity;
      let sent = 0;
      let backpressured = 0;
      while (sent < count && micros() < end) {
        const allowed = rate === undefined ? BURST : Math.min(BURST, ((micros() - begin) / 1e6) * rate + 1 - sent);
        for (let n = Math.min(Math.floor(allowed), count - sent); n > 0; n--) {
          if (publish().status === 'backpressured') {
            backpressured++;
            await publisher.ready();
            break;
          }
          sent++;
        }
        if (rate !== undefined) await nextDue(begin, sent, rate);
        else await turn();
      }
      await publisher.waitForAllAcked(PATIENCE_MILLIS);
      return { sent, begin, end: micros(), cpuSeconds: cpuSeconds() - cpu, path: publisher.path, backpressured };
    },
  };
}

async function nextDue(begin: number, sent: number, rate: number): Promise<void> {
  const left = (begin + (sent / rate) * 1e6 - micros()) / 1000;
  if (left >= 1) await new Promise((resolve) => setTimeout(resolve, left));
  else await turn();
}
