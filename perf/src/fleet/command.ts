import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  checked,
  count,
  environmentFacts,
  inPerfDomain,
  print,
  positive,
  printJson,
  type PerfProcess,
} from '@roslet/cli/internal';
import type { Command } from 'commander';
import { z } from 'zod/v3';
import { commandLine } from '../command-line';
import { median } from '../compare/metrics';

const STATION = path.join(__dirname, 'station.js');
const READER = path.join(__dirname, 'read-topics.js');
const READS = 7;
/** Processes that start at the same time. */
const AT_ONCE = 4;

interface FleetResult {
  readonly processes: number;
  readonly endpoints: number;
  /** From the last process's joining until all saw the whole graph; the processes are told to look after it. */
  readonly completeMillis: number;
  /** Of each process, when one more node joined: median and most. */
  readonly wakesForOneMore: { readonly median: number; readonly most: number };
  /** Reading the names and types of all topics, in a process that joins for it: joining included, the program's start not. */
  readonly readTopicsMillis: number;
  /** Of one core, all processes together, in per cent. */
  readonly idleCpuPercent: number;
}

/** Many processes in one domain: how soon they know each other, and what it costs when nothing happens. */
export function fleetCommand(perf: Command): void {
  perf
    .command('fleet')
    .description(
      'many processes in one domain: how soon each knows all, and what they cost when idle (in a checkout only)',
    )
    .option('--processes <n>', 'with a node each', '200')
    .option('--endpoints <n>', 'of each node, publishers and subscriptions', '20')
    .option('--settle <s>', 'until what Node.js does once after its start is over', '60')
    .option('--idle <s>', 'how long to look at the processor time of the idle fleet', '10')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: Record<keyof FleetOrder, string> & { json?: boolean }) => {
      const order = checked(
        z.object({ processes: count, endpoints: count, settle: positive, idle: positive }),
        options,
      );
      const result = await measure(order);
      if (json) return printJson({ command: commandLine(), ...environmentFacts(), ...result });
      print(...Object.entries(result).map(([name, value]) => `${name}: ${JSON.stringify(value)}`));
    });
}

interface FleetOrder {
  readonly processes: number;
  readonly endpoints: number;
  /** Seconds. */
  readonly settle: number;
  /** Seconds. */
  readonly idle: number;
}

function measure({ processes, endpoints, settle, idle }: FleetOrder): Promise<FleetResult> {
  return inPerfDomain(false, async (running) => {
    const join = async (index: number): Promise<PerfProcess> => {
      const station = running.startProgram(`node ${index}`, [process.execPath, STATION]);
      await station.call('join', { index, endpoints });
      return station;
    };
    const fleet: PerfProcess[] = [];
    while (fleet.length < processes) {
      const indices = Array.from({ length: Math.min(AT_ONCE, processes - fleet.length) }, (_, at) => fleet.length + at);
      fleet.push(...(await Promise.all(indices.map(join))));
    }
    const joined = Date.now();
    const topics = (processes + 1) * Math.floor(endpoints / 2);
    const seen = await Promise.all(fleet.map((each) => each.call<number>('whole', { nodes: processes, topics })));
    const completeMillis = Math.max(...seen) - joined;

    await sleep(settle * 1000);
    const before = fleet.map((each) => cpuNanos(each.pid));
    await sleep(idle * 1000);
    const nanos = fleet.reduce((sum, each, at) => sum + cpuNanos(each.pid) - (before[at] ?? 0), 0);

    await Promise.all(fleet.map((each) => each.call('takeWakes')));
    const more = await join(processes);
    await more.call('whole', { nodes: processes + 1, topics: topics + Math.floor(endpoints / 2) });
    await sleep(1000);
    const wakes = await Promise.all(fleet.map((each) => each.call<number>('takeWakes')));
    return {
      processes,
      endpoints,
      completeMillis: Math.max(0, completeMillis),
      wakesForOneMore: { median: median(wakes), most: Math.max(...wakes) },
      readTopicsMillis: await readTopics(await more.call<string>('directory')),
      idleCpuPercent: (nanos / 1e9 / idle) * 100,
    };
  });
}

/** Median of some processes' times. */
async function readTopics(directory: string): Promise<number> {
  const times: number[] = [];
  while (times.length < READS) {
    const env = { ...process.env, ROSLET_DIR: directory };
    times.push(Number((await promisify(execFile)(process.execPath, [READER], { env })).stdout));
  }
  return median(times);
}

/** Processor time of all threads, in nanoseconds (proc(5)): clock ticks are too coarse for what idles. */
function cpuNanos(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, id) => sum + Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8')),
    0,
  );
}
