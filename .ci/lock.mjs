// A lock between processes of one machine. It is the name of an abstract Unix socket, so the kernel returns it however its
// owner dies, and no file can be left behind or mistaken for a living owner's.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until no process holds the lock of this name, takes it, and gives the function that returns it. */
export async function takeLock(name) {
  for (;;) {
    const server = createServer();
    try {
      server.listen(`\0${name}`);
      await once(server, 'listening');
      return () => new Promise((resolve) => server.close(resolve));
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
    await sleep(200);
  }
}
