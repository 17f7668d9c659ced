import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { peerNamed } from '../peers';
import type { FarEvent } from './far-side';
import type { Link, Task } from './link';
import { receiver } from './one-way';
import { echoer } from './round-trip';

/** The far side of a measurement, a program (or a thread, where that is the transport): `far.js <task as JSON>`. */

const task = (isMainThread ? JSON.parse(process.argv[2] ?? '') : workerData) as Task;
const channel = parentPort ?? process;
let link: Link | undefined;

function tell(event: FarEvent): void {
  if (parentPort !== null) parentPort.postMessage(event);
  else process.send?.(event);
}

async function open(): Promise<void> {
  // Nothing comes before this side has said that it is ready.
  let receive: (payload: Uint8Array) => void = () => undefined;
  link = await peerNamed(task.peer).open({ side: 'far', task, channel, receive: (payload) => receive(payload) });
  receive = task.exchange === 'oneWay' ? receiver(task, link, tell) : echoer(link);
  tell({ event: 'ready' });
}

/** The near side is done, or has died. */
async function leave(): Promise<void> {
  await link?.close();
  process.exit();
}

process.once('disconnect', () => void leave());
// Ctrl-C reaches the whole group; the near side ends this one.
process.on('SIGINT', () => undefined);

open().catch((error: unknown) => tell({ event: 'failed', message: String((error as Error).stack ?? error) }));
