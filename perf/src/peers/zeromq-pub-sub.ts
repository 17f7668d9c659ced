import { setImmediate as turn } from 'node:timers/promises';
import { Publisher, Subscriber } from 'zeromq';
import type { Peer } from '../link/link';
import { messagesAhead } from './bytes-ahead';
import { HIGH_WATER_MARK, receiveFrom, receivingLink, zeromqLink } from './zeromq';

export const peer: Peer = {
  name: 'zeromq-pub-sub',
  about:
    'zeromq.js: PUB (noDrop: a message that its subscriber has no room for is refused, and sent again in the next turn of the event ' +
    'loop) and SUB over ipc://; else as PUSH and PULL',
  exchanges: ['oneWay'],

  async open({ side, task, receive }) {
    const limit = messagesAhead(task.size, HIGH_WATER_MARK);
    const address = `ipc://${task.directory}/zeromq`;
    if (side === 'near') {
      const publisher = new Publisher({ linger: 0, sendHighWaterMark: limit, noDrop: true });
      await publisher.bind(address);
      return { ...zeromqLink(publisher, task.size), send: (payload) => sendPatiently(publisher, payload) };
    }
    const subscriber = new Subscriber({ receiveHighWaterMark: limit });
    subscriber.connect(address);
    subscriber.subscribe();
    receiveFrom(subscriber, receive);
    return receivingLink(subscriber);
  },
};

/** A PUB socket always seems writable to zeromq.js, so that it does not wait by itself. */
async function sendPatiently(publisher: Publisher, payload: Uint8Array): Promise<void> {
  for (;;) {
    try {
      return await publisher.send(payload);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await turn();
    }
  }
}
