import type { MessagePort, Worker } from 'node:worker_threads';
import type { Peer } from '../link/link';
import { messagesAhead } from './bytes-ahead';

/** From here on moving memory to the other thread is cheaper than cloning it. */
const MOVED_FROM_BYTES = 4096;

const MOST_AHEAD = 1000;

/** What a receiver says to a sender who would otherwise queue without end. */
const GO_ON = 'go on';

export const peer: Peer = {
  name: 'message-port',
  about:
    'a worker thread of the same process (no other process could take part): postMessage(), memory of 4 KiB and more is moved ' +
    'to the other thread, the receiver grants a window of messages',
  exchanges: ['roundTrip', 'oneWay'],
  sharesProcess: true,

  async open({ task, channel, receive }) {
    const other = channel as Worker & MessagePort;
    const moves = task.size >= MOVED_FROM_BYTES;
    const window = messagesAhead(task.size, MOST_AHEAD);
    const batch = Math.max(1, window >> 1);
    let ahead = 0;
    let resume: () => void = () => undefined;
    let taken = 0;

    other.on('message', (message: unknown) => {
      if (ArrayBuffer.isView(message)) {
        receive(message as Uint8Array);
        if (task.exchange === 'oneWay' && ++taken % batch === 0) other.postMessage(GO_ON);
      } else if (message === GO_ON) {
        ahead -= batch;
        resume();
      }
    });
    const memory = new Uint8Array(task.size);
    return {
      headerBytes: 0,
      payload: () => (moves ? new Uint8Array(task.size) : memory),
      send: (payload) => {
        other.postMessage(payload, moves ? [payload.buffer as ArrayBuffer] : []);
        if (task.exchange !== 'oneWay' || ++ahead < window) return undefined;
        return new Promise<void>((resolve) => (resume = resolve));
      },
      close: () => undefined,
    };
  },
};
