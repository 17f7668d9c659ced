import { micros } from '../clock';
import type { EchoReport } from '../protocol';
import { cpuSeconds, type Station } from '../station';

/** Sends back what the pinger sends. */
export function echoer(station: Station) {
  const { setup, node, context } = station;
  const publisher = station.publisher(`${setup.topic}/pong`);
  let receivedAt: number[] = [];
  let first = 1;
  let cpu = 0;
  let lostBefore = 0;
  const pings = node.createSubscription(
    station.type,
    `${setup.topic}/ping`,
    setup.qos,
    (delivery) => {
      receivedAt[delivery.info.publicationSequenceNumber - first] = micros();
      if (setup.raw) publisher.publishBytes(delivery.bytes);
      else publisher.publish(delivery.message);
    },
    { raw: setup.raw },
  );

  return {
    ready: () => context.graph.waitFor(() => publisher.subscriptionCount > 0 && pings.publisherCount > 0),

    begin: (firstSequence: number) => {
      first = firstSequence;
      receivedAt = [];
      lostBefore = pings.statistics().lost.total;
      cpu = cpuSeconds();
    },

    finish: (): EchoReport => ({
      receivedAt: Float64Array.from(receivedAt),
      firstSequence: first,
      cpuSeconds: cpuSeconds() - cpu,
      lost: pings.statistics().lost.total - lostBefore,
    }),
  };
}
