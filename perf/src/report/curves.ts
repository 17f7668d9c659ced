import path from 'node:path';
import type { LatencyResult, ThroughputResult } from '@roslet/cli';
import { bytesText, inPerfDomain } from '@roslet/cli/internal';
import { commandText, type PerfCommand, runPerf } from './perf-command';

/** Cost of a message, in microseconds. */
export interface Cost {
  /** Processor time of the publishing process. */
  readonly publisherCpuMicros: number;
  /** Processor time of one subscribing process. */
  readonly subscriberCpuMicros: number;
  /** From one message to the next, as fast as it goes. */
  readonly wallMicros: number;
  /** Median; where a command for it was run. */
  readonly roundTripMicros?: number;
}

export interface Point extends Cost {
  /** Bytes, subscribers or nodes. */
  readonly x: number;
  readonly lost: number;
  readonly commands: readonly string[];
}

/** One line in a plot. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Curve {
  readonly name: 'size' | 'subscribers' | 'nodes';
  readonly title: string;
  readonly xTitle: string;
  readonly about: string;
  readonly lines: readonly Line[];
}

/** What is measured. */
export interface Extent {
  readonly sizes: readonly number[];
  readonly subscribers: readonly number[];
  readonly nodes: readonly number[];
  readonly seconds: number;
}

export type Progress = (text: string) => void;

const MIB = 1024 ** 2;

/** Sizes at which subscribers and nodes are counted up. */
const SMALL = 64;
const LARGE = MIB;

const BYSTANDERS = path.join(__dirname, 'bystanders.js');
const BYSTANDERS_A_PROCESS = 50;

export async function measureCurves(extent: Extent, progress: Progress): Promise<Curve[]> {
  return [await bySize(extent, progress), await bySubscribers(extent, progress), await byNodes(extent, progress)];
}

async function bySize({ sizes, seconds }: Extent, progress: Progress): Promise<Curve> {
  const line = async (name: string, options: readonly string[]): Promise<Line> => ({
    name,
    points: await each(sizes, progress, name, (size) =>
      pointOf(size, throughput(size, seconds, options), latency(size, seconds, options)),
    ),
  });
  return {
    name: 'size',
    title: 'Cost of a message by its size',
    xTitle: 'payload, bytes',
    about:
      'one publisher, one subscriber, RELIABLE KEEP_ALL, as fast as it goes; round trips between the same two processes',
    lines: [await line('typed', []), await line('raw', ['--raw'])],
  };
}

async function bySubscribers({ subscribers, seconds }: Extent, progress: Progress): Promise<Curve> {
  const line = async (size: number): Promise<Line> => ({
    name: bytesText(size),
    points: await each(subscribers, progress, `${bytesText(size)} to subscribers`, (count) =>
      pointOf(count, throughput(size, seconds, ['--subscribers', String(count), '--wait', 'park'])),
    ),
  });
  return {
    name: 'subscribers',
    title: 'Cost of a message by its subscribers',
    xTitle: 'subscribing processes',
    about:
      'one publisher, RELIABLE KEEP_ALL, wait park (waiting costs the publisher no processor time, so that what is left is its work); ' +
      'the subscribers share the processors, so that time from message to message grows with their number',
    lines: [await line(SMALL), await line(LARGE)],
  };
}

async function byNodes({ nodes, seconds }: Extent, progress: Progress): Promise<Curve> {
  const points = await each(nodes, progress, 'nodes', (count) =>
    amongBystanders(count, (domain) =>
      pointOf(count, { ...throughput(SMALL, seconds, []), domain }, { ...latency(SMALL, seconds, []), domain }),
    ),
  );
  return {
    name: 'nodes',
    title: 'Cost of a message by the nodes that have nothing to do with it',
    xTitle: 'other nodes in the domain',
    about:
      `${SMALL} B from one publisher to one subscriber, while other nodes are idle, each with a context, a publisher and a subscription of ` +
      `its own, ${BYSTANDERS_A_PROCESS} of them a process`,
    lines: [{ name: bytesText(SMALL), points }],
  };
}

async function each(
  values: readonly number[],
  progress: Progress,
  what: string,
  measure: (value: number) => Promise<Point>,
): Promise<Point[]> {
  const points: Point[] = [];
  for (const value of values) {
    progress(`${what}: ${value}`);
    points.push(await measure(value));
  }
  return points;
}

/** Runs the commands one after the other. */
async function pointOf(x: number, first: PerfCommand, second?: PerfCommand): Promise<Point> {
  const { sent, lost, subscribers, messagesPerSecond, cpuSeconds } = (await runPerf(first)) as ThroughputResult;
  const trips = second === undefined ? undefined : ((await runPerf(second)) as LatencyResult).roundTripMicros?.p50;
  return {
    x,
    publisherCpuMicros: (cpuSeconds.publisher / sent) * 1e6,
    subscriberCpuMicros: (cpuSeconds.subscriber / subscribers / sent) * 1e6,
    wallMicros: 1e6 / messagesPerSecond,
    ...(trips === undefined ? {} : { roundTripMicros: trips }),
    lost,
    commands: [first, ...(second === undefined ? [] : [second])].map(commandText),
  };
}

function throughput(size: number, seconds: number, options: readonly string[]): PerfCommand {
  return { args: ['throughput', '--size', String(size), '--duration', String(seconds), ...options] };
}

function latency(size: number, seconds: number, options: readonly string[]): PerfCommand {
  return { args: ['latency', '--size', String(size), '--duration', String(seconds), ...options] };
}

/** Runs `measure` in a domain with `count` idle nodes. */
function amongBystanders<T>(count: number, measure: (domain: string) => Promise<T>): Promise<T> {
  return inPerfDomain(false, async (running) => {
    const domains: string[] = [];
    for (let left = count; left > 0; left -= BYSTANDERS_A_PROCESS) {
      const own = Math.min(left, BYSTANDERS_A_PROCESS);
      const bystanders = running.startProgram('bystanders', [process.execPath, BYSTANDERS]);
      domains.push(await bystanders.call<string>('join', own));
    }
    return measure(domains[0] ?? '');
  });
}
