import { answerCalls } from '@roslet/cli/internal';
import { peerNamed } from '../peers';
import { FarSide } from './far-side';
import type { Order, Task } from './link';
import { measureOneWay, type OneWayReport } from './one-way';
import { measureRoundTrips, type RoundTripReport } from './round-trip';

/** The near side of a measurement, a program: it starts the far side, sends, and reports to the coordinator. */

export type NearReport = RoundTripReport | OneWayReport;

async function measure(given: Order): Promise<NearReport> {
  const peer = peerNamed(given.peer);
  // Made, and removed, by the coordinator.
  const directory = process.env.ROSLET_DIR ?? '';
  const broker = await peer.startBroker?.(directory);
  const task: Task = { ...given, directory, broker: broker?.address };
  const far = new FarSide(peer, task);
  try {
    let receive: (payload: Uint8Array) => void = () => undefined;
    const opening = peer.open({
      side: 'near',
      task,
      channel: far.channel,
      receive: (payload) => receive(payload),
    });
    const [link] = await Promise.all([opening, far.event('ready')]);
    try {
      const measured =
        task.exchange === 'oneWay'
          ? measureOneWay(task, link, far)
          : measureRoundTrips(task, link, (callback) => (receive = callback));
      return await Promise.race([measured, far.failure]);
    } finally {
      await link.close();
    }
  } finally {
    await far.end();
    await broker?.stop();
  }
}

answerCalls({
  perform: ({ argument }) => measure(argument as Order),
  // The far side, and a broker, see this process end.
  close: () => undefined,
});
