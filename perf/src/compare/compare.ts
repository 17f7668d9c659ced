import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type EnvironmentFacts, environmentFacts } from '@roslet/cli/internal';
import type { Exchange } from '../link/link';
import { buildPrograms } from '../native/programs';
import type { Contestant, Job } from './contestant';
import { type Figures, median, type Metric, METRICS } from './metrics';
import { nativeContestant } from './native-contestant';
import { nodeContestant } from './node-contestant';
import { type Comparison, resultsOf } from './results';
import type { CompareSettings } from './settings';

/** All that `perf compare` found. */
export interface CompareReport {
  readonly host: EnvironmentFacts['host'];
  readonly versions: Readonly<Record<string, string>>;
  /** Others were using the processors when it began: ratios still tell something, absolute figures less. */
  readonly underLoad: boolean;
  readonly quick: boolean;
  readonly rounds: number;
  readonly cpus: readonly number[];
  /** What was done to payloads, in words. */
  readonly payload: Readonly<Record<'roundTrip' | 'oneWay', string>>;
  readonly method: string;
  readonly results: readonly Comparison[];
  readonly measured: readonly Measured[];
  readonly about: Readonly<Record<string, string>>;
  readonly unavailable: readonly { readonly name: string; readonly reason: string }[];
}

/** One contestant doing one thing, in all rounds. */
export interface Measured {
  readonly name: string;
  readonly exchange: Exchange;
  readonly size: number;
  readonly medians: Readonly<Partial<Record<Metric, number>>>;
  readonly runs: readonly Figures[];
}

/** A contestant's turn in a group. */
interface Entry {
  readonly contestant: Contestant;
  readonly exchange: Exchange;
}

export type Progress = (text: string) => void;

/** A machine with more than half of its processors at work is not ours alone. */
const BUSY = 0.5;

/**
 * Measures Roslet and its rivals in turns: A B C A B C …, so that whatever else the machine does meets all of them.
 *
 * @throws PerfError when a contestant fails; Interrupted
 */
export async function compare(settings: CompareSettings, progress: Progress): Promise<CompareReport> {
  const before = environmentFacts();
  const all = contestantsOf(settings);
  const able = all.filter(({ unavailable }) => unavailable === undefined);
  if (able.some(({ name }) => name.startsWith('native-'))) buildPrograms();

  const measured: (Measured & { contestant: Contestant })[] = [];
  for (const group of groupsOf(settings, able)) {
    const runs = group.entries.map(() => [] as Figures[]);
    for (let round = 1; round <= settings.rounds; round++) {
      for (const [index, { contestant, exchange }] of group.entries.entries()) {
        progress(`round ${round} of ${settings.rounds}, ${group.size} bytes, ${exchange}: ${contestant.name}`);
        runs[index]?.push(await contestant.measure(jobOf(settings, exchange, group.size)));
      }
    }
    group.entries.forEach(({ contestant, exchange }, index) => {
      const own = runs[index] ?? [];
      measured.push({
        contestant,
        name: contestant.name,
        exchange,
        size: group.size,
        medians: mediansOf(own),
        runs: own,
      });
    });
  }

  return {
    host: before.host,
    versions: { ...before.versions, ...libraryVersions() },
    underLoad: before.host.loadAverage > BUSY * os.availableParallelism(),
    quick: settings.quick,
    rounds: settings.rounds,
    cpus: settings.cpus,
    payload: { roundTrip: payloadText(settings, 'roundTrip'), oneWay: payloadText(settings, 'oneWay') },
    method:
      'every run in new processes, contestants in turns (A B C A B C …), JavaScript callbacks on both sides; medians of the rounds; ' +
      'round trips: median of one run after another, pinged from the callback that received the pong; one way: as fast as the transport ' +
      'takes it, from the first message sent to the last one received; ratio above 1: Roslet is better',
    results: resultsOf(settings.metrics, measured),
    measured: measured.map(({ contestant: _contestant, ...rest }) => rest),
    about: Object.fromEntries(able.map(({ name, variant, about }) => [variant === undefined ? name : 'roslet', about])),
    unavailable: all.flatMap(({ name, unavailable }) =>
      unavailable === undefined ? [] : [{ name, reason: unavailable }],
    ),
  };
}

function contestantsOf({ modes, waits, peers }: CompareSettings): Contestant[] {
  const roslet = modes.flatMap((mode) => waits.map((wait) => nodeContestant('roslet', { mode, wait })));
  return [...roslet, ...peers.map((name) => nativeContestant(name) ?? nodeContestant(name))];
}

/**
 * What is measured side by side: all that is compared at one size. A service call is compared with the others' round trips, so
 * both are in one group.
 */
function groupsOf({ metrics, sizes }: CompareSettings, contestants: readonly Contestant[]) {
  const exchanges = new Set(metrics.map((metric) => METRICS[metric].exchange));
  const families: Exchange[][] = [];
  const thereAndBack = (['roundTrip', 'serviceCall'] as const).filter((exchange) => exchanges.has(exchange));
  if (thereAndBack.length > 0) families.push(thereAndBack);
  if (exchanges.has('oneWay')) families.push(['oneWay']);
  return families.flatMap((family) =>
    sizes.map((size) => ({ size, entries: contestants.flatMap((contestant) => entriesOf(contestant, family, size)) })),
  );
}

function entriesOf(contestant: Contestant, family: readonly Exchange[], size: number): Entry[] {
  const wanted: readonly Exchange[] =
    contestant.variant === undefined ? [family.includes('oneWay') ? 'oneWay' : 'roundTrip'] : family;
  return wanted
    .filter((exchange) => contestant.takesPart(exchange, size))
    .map((exchange) => ({ contestant, exchange }));
}

function jobOf(settings: CompareSettings, exchange: Exchange, size: number): Job {
  const { seconds, count, read, cpus } = settings;
  return { exchange, size, seconds, count, read, cpus, written: writtenIn(settings, exchange) };
}

function writtenIn({ written }: CompareSettings, exchange: Exchange): 'full' | 'stamp' {
  return written ?? (exchange === 'oneWay' ? 'full' : 'stamp');
}

const READ_TEXT = {
  full: 'read fully by the receiver',
  sampled: 'sampled by the receiver: one byte of each 4 KiB',
  stamp: 'its stamp alone is read by the receiver',
} as const;

function payloadText(settings: CompareSettings, exchange: 'roundTrip' | 'oneWay'): string {
  const written =
    writtenIn(settings, exchange) === 'full'
      ? 'written fully by the sender, each message anew'
      : "not written by the sender but for a stamp of 8 bytes (the transport's own copies are made)";
  return `payload ${written}; ${READ_TEXT[settings.read]}`;
}

function mediansOf(runs: readonly Figures[]): Partial<Record<Metric, number>> {
  const names = Object.keys(METRICS) as Metric[];
  const present = names.filter((name) => runs[0]?.[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, median(runs.map((run) => run[name] ?? NaN))]));
}

function libraryVersions(): Record<string, string> {
  const modules = path.join(__dirname, '..', '..', 'node_modules');
  const names = ['zeromq', '@nats-io/transport-node', 'redis'];
  return Object.fromEntries(
    names.map((name) => {
      const manifest = readFileSync(path.join(modules, name, 'package.json'), 'utf8');
      return [name, (JSON.parse(manifest) as { version: string }).version];
    }),
  );
}
