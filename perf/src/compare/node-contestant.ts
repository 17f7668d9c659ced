import path from 'node:path';
import { PerfError } from '@roslet/cli';
import { inPerfDomain } from '@roslet/cli/internal';
import type { Exchange, Order } from '../link/link';
import type { NearReport } from '../link/near';
import { pinned } from '../link/pinned';
import { peerNamed } from '../peers';
import type { Contestant, Job, Variant } from './contestant';
import { type Figures, oneWayFigures } from './metrics';

const NEAR_PROGRAM = path.join(__dirname, '..', 'link', 'near.js');

/** A run that takes this much longer than it should is hung. */
const PATIENCE_MILLIS = 60_000;

/** Roslet has variants; the others have none. */
export function nodeContestant(peerName: string, variant?: Variant): Contestant {
  const peer = peerNamed(peerName);
  const { mode = 'copy', wait = 'adaptive' } = variant ?? {};
  return {
    name: variant === undefined ? peerName : `${peerName} ${mode} ${wait}`,
    about: peer.about,
    variant,
    unavailable: peer.unavailable?.(mode),
    takesPart: (exchange, size) => takes(peer.exchanges, exchange, mode) && size <= (peer.largest ?? Infinity),
    measure: async (job) =>
      figuresOf(job, await run({ ...job, peer: peerName, mode, wait }), peer.startBroker === undefined),
  };
}

function takes(exchanges: readonly Exchange[], exchange: Exchange, mode: string): boolean {
  // Services have no serialized form for users.
  return exchanges.includes(exchange) && (exchange !== 'serviceCall' || mode === 'copy');
}

/** In processes of its own: nothing of an earlier run, compiled code neither, helps or hinders this one. */
function run(order: Order): Promise<NearReport> {
  return inPerfDomain(false, async (running) => {
    const cpus = peerNamed(order.peer).sharesProcess ? order.cpus : order.cpus.slice(0, 1);
    const near = running.startProgram(order.peer, pinned([process.execPath, NEAR_PROGRAM], cpus));
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<never>((_resolve, reject) => {
      const complaint = `${order.peer}, ${order.exchange} of ${order.size} bytes: nothing came for a minute`;
      timer = setTimeout(() => reject(new PerfError(complaint)), PATIENCE_MILLIS + order.seconds * 2000);
    });
    try {
      return await Promise.race([near.call<NearReport>('measure', order), hung]);
    } finally {
      clearTimeout(timer);
    }
  });
}

function figuresOf({ size }: Job, report: NearReport, countsAllCpu: boolean): Figures {
  if (report.wrong > 0) throw new PerfError(`${report.wrong} messages of ${size} bytes were not what had been sent`);
  if (report.exchange === 'oneWay') {
    return oneWayFigures(size, { ...report, cpuSeconds: countsAllCpu ? report.cpuSeconds : undefined });
  }
  const { p50 } = report.micros;
  return report.exchange === 'serviceCall' ? { serviceCallMicros: p50, lost: 0 } : { roundTripMicros: p50, lost: 0 };
}
