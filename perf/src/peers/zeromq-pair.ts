import { Pair } from 'zeromq';
import type { Peer } from '../link/link';
import { HIGH_WATER_MARK, receiveFrom, zeromqLink } from './zeromq';
import { messagesAhead } from './bytes-ahead';

export const peer: Peer = {
  name: 'zeromq-pair',
  about: 'zeromq.js: PAIR sockets over ipc://, a fresh Buffer for each message, awaited send, "for await" to receive',
  exchanges: ['roundTrip'],

  async open({ side, task, receive }) {
    const limit = messagesAhead(task.size, HIGH_WATER_MARK);
    const socket = new Pair({ linger: 0, sendHighWaterMark: limit, receiveHighWaterMark: limit });
    const address = `ipc://${task.directory}/zeromq`;
    if (side === 'near') await socket.bind(address);
    else socket.connect(address);
    receiveFrom(socket, receive);
    return zeromqLink(socket, task.size);
  },
};
