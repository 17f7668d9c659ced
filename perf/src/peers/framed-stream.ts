import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import type { Peer } from '../link/link';

/** Each message begins with its length, a u32. */
const LENGTH_BYTES = 4;

const RETRY_MILLIS = 5;

/**
 * A peer over a Unix stream socket.
 *
 * @param highWaterMark bytes that a socket takes before it asks its writer to wait; undefined: Node's own choice
 */
export function framedStream(name: string, about: string, highWaterMark: number | undefined): Peer {
  const socketOptions = highWaterMark === undefined ? {} : { highWaterMark };
  return {
    name,
    about:
      `node:net over a Unix stream socket, ${about}, 4 bytes of length before each message, one write() a message that waits ` +
      'for "drain"; messages that came in pieces are put together in a fresh Buffer',
    exchanges: ['roundTrip', 'oneWay'],

    async open({ side, task, receive }) {
      const address = `${task.directory}/stream`;
      const socket = await (side === 'near' ? accepted(address, socketOptions) : connected(address, socketOptions));
      const frames = new Frames(receive);
      socket.on('data', (chunk) => frames.take(chunk));
      return {
        headerBytes: LENGTH_BYTES,
        payload: () => {
          // node:net keeps a Buffer until it is written, so each message needs its own.
          const frame = Buffer.allocUnsafe(LENGTH_BYTES + task.size);
          frame.writeUInt32LE(task.size);
          return frame;
        },
        send: (frame) => (socket.write(frame) ? undefined : once(socket, 'drain')),
        close: () => void socket.destroy(),
      };
    },
  };
}

async function accepted(address: string, options: object): Promise<Socket> {
  const server = createServer(options).listen(address);
  const [socket] = (await once(server, 'connection')) as [Socket];
  server.close();
  return socket;
}

/** Waits for the other side to listen. */
async function connected(address: string, options: object): Promise<Socket> {
  for (;;) {
    const socket = new Socket(options);
    try {
      await once(socket.connect(address), 'connect');
      return socket;
    } catch {
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
    }
  }
}

/** Finds messages in a stream of chunks. Those that lie in one chunk are views on it. */
export class Frames {
  readonly #receive: (frame: Uint8Array) => void;
  /** The beginning of a frame whose length is not known yet. */
  #head: Buffer = Buffer.alloc(0);
  /** A frame of which `#filled` bytes are here. */
  #frame: Buffer | undefined;
  #filled = 0;

  constructor(receive: (frame: Uint8Array) => void) {
    this.#receive = receive;
  }

  take(chunk: Buffer): void {
    const rest = this.#frame === undefined ? this.#join(chunk) : this.#continue(this.#frame, chunk);
    this.#split(rest);
  }

  #join(chunk: Buffer): Buffer {
    if (this.#head.length === 0) return chunk;
    const joined = Buffer.concat([this.#head, chunk]);
    this.#head = Buffer.alloc(0);
    return joined;
  }

  #continue(frame: Buffer, chunk: Buffer): Buffer {
    const taken = chunk.copy(frame, this.#filled);
    this.#filled += taken;
    if (this.#filled < frame.length) return chunk.subarray(taken);
    this.#frame = undefined;
    this.#receive(frame);
    return chunk.subarray(taken);
  }

  #split(chunk: Buffer): void {
    let at = 0;
    while (chunk.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + chunk.readUInt32LE(at);
      if (end > chunk.length) return this.#begin(chunk.subarray(at), end - at);
      this.#receive(chunk.subarray(at, end));
      at = end;
    }
    if (at < chunk.length) this.#head = chunk.subarray(at);
  }

  #begin(start: Buffer, length: number): void {
    this.#frame = Buffer.allocUnsafe(length);
    this.#filled = start.copy(this.#frame);
  }
}
