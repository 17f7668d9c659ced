import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { connect, type Msg } from '@nats-io/transport-node';
import type { Peer } from '../link/link';
import { missingProgram, startBroker } from './broker';
import { bytesAhead, messagesAhead } from './bytes-ahead';

/** The server's own upper limit of a message. */
const LARGEST = 60 * 1024 ** 2;

const MOST_AHEAD = 256;

export const peer: Peer = {
  name: 'nats',
  about:
    'nats-server on the loopback interface (it has no Unix sockets), publish() with a flush() that is awaited every 256 messages',
  exchanges: ['roundTrip', 'oneWay'],
  largest: LARGEST,

  unavailable: () => missingProgram('nats-server'),

  async startBroker(directory) {
    const port = await freePort();
    const file = `${directory}/nats.conf`;
    writeFileSync(
      file,
      `host: 127.0.0.1\nport: ${port}\nmax_payload: ${LARGEST}\nmax_pending: ${2 * bytesAhead(LARGEST)}\nwrite_deadline: "60s"\n`,
    );
    return startBroker(['nats-server', '-c', file], `127.0.0.1:${port}`);
  },

  async open({ side, task, receive }) {
    const connection = await connect({ servers: task.broker, waitOnFirstConnect: true, reconnectTimeWait: 20 });
    const [mine, theirs] = side === 'near' ? ['back', 'there'] : ['there', 'back'];
    connection.subscribe(mine, { callback: (_error: unknown, message: Msg) => receive(message.data) });
    await connection.flush();
    const window = messagesAhead(task.size, MOST_AHEAD);
    let sent = 0;
    return {
      headerBytes: 0,
      payload: () => Buffer.allocUnsafe(task.size),
      send: (payload) => {
        connection.publish(theirs, payload);
        return task.exchange === 'oneWay' && ++sent % window === 0 ? connection.flush() : undefined;
      },
      close: () => connection.close(),
    };
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
