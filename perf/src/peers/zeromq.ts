import type { Readable, Socket, Writable } from 'zeromq';
import type { Link } from '../link/link';

/** ZeroMQ's own default, in messages. */
export const HIGH_WATER_MARK = 1000;

/** What the three zeromq peers have in common. */
export function zeromqLink(socket: Socket & Writable, size: number): Link {
  return {
    headerBytes: 0,
    // zeromq.js sends a Buffer's own memory, so it must not be written again.
    payload: () => Buffer.allocUnsafe(size),
    send: (payload) => socket.send(payload),
    close: () => socket.close(),
  };
}

export function receivingLink(socket: Socket): Link {
  return {
    headerBytes: 0,
    payload: () => Buffer.alloc(0),
    send: () => undefined,
    close: () => socket.close(),
  };
}

/** Ends when the socket is closed; what goes wrong ends the process. */
export function receiveFrom(socket: Readable, receive: (payload: Uint8Array) => void): void {
  void (async () => {
    for await (const [message] of socket) receive(message as Buffer);
  })();
}
