import { setImmediate as turn } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { cpuSeconds, micros } from '@roslet/cli/internal';
import type { FarEvent, FarReport, FarSide } from './far-side';
import type { Link, Task } from './link';
import { warmUpOf } from './warm-up';
import { fill, FLAG, flagOf, LOOKS, numberOf, writeStamp } from './stamp';

export interface OneWayReport {
  readonly exchange: 'oneWay';
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly wrong: number;
  /** From the first message sent to the last one received. */
  readonly seconds: number;
  /** Of both sides, brokers not included. */
  readonly cpuSeconds: number;
}

/** Messages of a warm-up between two looks at the event loop. */
const WARM_UP_BURST = 32;

/** Reading the clock costs as much as sending a small message. */
const SMALL = 4096;
const LOOK_EVERY = 64;

/** The near side: sends as fast as the transport takes it. */
export async function measureOneWay(task: Task, link: Link, far: FarSide): Promise<OneWayReport> {
  const { headerBytes } = link;
  const full = task.written === 'full';
  const send = (number: number, flag: number) => {
    const payload = link.payload();
    writeStamp(payload, headerBytes, number, flag);
    if (full || number === 0) fill(payload, headerBytes, number);
    return link.send(payload);
  };

  await warmUp(task, far, send);
  const { count = Infinity, seconds, size } = task;
  const every = size < SMALL ? LOOK_EVERY : 1;
  const cpu = cpuSeconds();
  const begin = micros();
  const deadline = performance.now() + seconds * 1000;
  const over = count === Infinity ? () => performance.now() >= deadline : () => false;
  let sent = 0;
  for (let last = false; !last;) {
    last = sent + 1 >= count || (sent % every === 0 && over());
    const wait = send(sent, last ? FLAG.last : FLAG.none);
    sent++;
    if (wait !== undefined) await wait;
  }
  const report = await far.report();
  return {
    exchange: 'oneWay',
    sent,
    received: report.received,
    lost: report.lost,
    wrong: report.wrong,
    seconds: (report.end - begin) / 1e6,
    cpuSeconds: cpuSeconds() - cpu + report.cpuSeconds,
  };
}

/** Sends until everything is warm and the far side hears, and then waits until it has taken everything. */
async function warmUp(
  { size, count = Infinity }: Task,
  far: FarSide,
  send: (number: number, flag: number) => Promise<unknown> | undefined,
): Promise<void> {
  let heard = false;
  const hearing = far.event('heard').then(() => (heard = true));
  const isWarm = warmUpOf(size);
  for (let sent = 0; !heard || (sent < count && !isWarm(sent)); sent++) {
    await send(0, FLAG.none);
    if (sent % WARM_UP_BURST === 0) await turn();
  }
  await hearing;
  await send(0, FLAG.sync);
  await far.event('synced');
}

/** The far side: looks at what comes, and counts. */
export function receiver(
  task: Task,
  { headerBytes }: Link,
  tell: (event: FarEvent) => void,
): (payload: Uint8Array) => void {
  const looksRight = LOOKS[task.read];
  const full = task.written === 'full';
  let heard = false;
  let counting = false;
  let received = 0;
  let lost = 0;
  let wrong = 0;
  let cpu = 0;

  return (payload) => {
    const flag = flagOf(payload, headerBytes);
    const number = numberOf(payload, headerBytes);
    // A stamp alone leaves what the memory held before.
    if (!looksRight(payload, headerBytes, number) && full) wrong++;
    if (!counting) {
      if (!heard) tell({ event: 'heard' });
      heard = true;
      if (flag !== FLAG.sync) return;
      counting = true;
      cpu = cpuSeconds();
      tell({ event: 'synced' });
      return;
    }
    if (number !== received + lost) lost += number - (received + lost);
    received++;
    if (flag === FLAG.last) tell({ event: 'report', report: report() });
  };

  function report(): FarReport {
    return { received, lost, wrong, end: micros(), cpuSeconds: isMainThread ? cpuSeconds() - cpu : 0 };
  }
}
