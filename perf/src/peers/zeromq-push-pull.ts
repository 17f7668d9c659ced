import { Pull, Push } from 'zeromq';
import type { Peer } from '../link/link';
import { messagesAhead } from './bytes-ahead';
import { HIGH_WATER_MARK, receiveFrom, receivingLink, zeromqLink } from './zeromq';

export const peer: Peer = {
  name: 'zeromq-push-pull',
  about: 'zeromq.js: PUSH and PULL over ipc://, a fresh Buffer for each message, awaited send, "for await" to receive',
  exchanges: ['oneWay'],

  async open({ side, task, receive }) {
    const limit = messagesAhead(task.size, HIGH_WATER_MARK);
    const address = `ipc://${task.directory}/zeromq`;
    if (side === 'near') {
      const push = new Push({ linger: 0, sendHighWaterMark: limit });
      await push.bind(address);
      return zeromqLink(push, task.size);
    }
    const pull = new Pull({ receiveHighWaterMark: limit });
    pull.connect(address);
    receiveFrom(pull, receive);
    return receivingLink(pull);
  },
};
