import { createClient, RESP_TYPES } from 'redis';
import type { Peer } from '../link/link';
import { missingProgram, startBroker } from './broker';
import { bytesAhead, messagesAhead } from './bytes-ahead';

/** The server's own upper limit of a string. */
const LARGEST = 512 * 1024 ** 2;

const MOST_AHEAD = 256;

export const peer: Peer = {
  name: 'redis',
  about: 'redis-server on a Unix socket, PUBLISH and SUBSCRIBE with Buffers, every 256th PUBLISH is awaited',
  exchanges: ['roundTrip', 'oneWay'],
  largest: LARGEST,

  unavailable: () => missingProgram('redis-server'),

  async startBroker(directory) {
    const socket = `${directory}/redis.sock`;
    const limit = 4 * bytesAhead(0);
    const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', directory];
    const queues = ['--client-output-buffer-limit', `pubsub ${8 * limit} ${8 * limit} 60`];
    return startBroker(['redis-server', ...options, ...queues], socket);
  },

  async open({ side, task, receive }) {
    const [mine, theirs] = side === 'near' ? ['back', 'there'] : ['there', 'back'];
    const options = { socket: { path: task.broker as string, tls: false as const, reconnectStrategy: () => 20 } };
    const publisher = createClient(options).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    const subscriber = publisher.duplicate();
    for (const client of [publisher, subscriber]) {
      // The server may not listen yet: the client tries again.
      client.on('error', () => undefined);
      await client.connect();
    }
    await subscriber.subscribe(mine, receive, true);
    const window = messagesAhead(task.size, MOST_AHEAD);
    let sent = 0;
    return {
      headerBytes: 0,
      payload: () => Buffer.allocUnsafe(task.size),
      send: (payload) => {
        const published = publisher.publish(theirs, payload as Buffer);
        return task.exchange === 'oneWay' && ++sent % window === 0 ? published : undefined;
      },
      // Waits for the answers that nobody waits for.
      close: () => Promise.all([publisher.close(), subscriber.close()]),
    };
  },
};
