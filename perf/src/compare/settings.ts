import { UsageError } from '@roslet/cli';
import { byteSize, checked, count, positive } from '@roslet/cli/internal';
import type { WaitStrategy } from '@roslet/rmw';
import { z } from 'zod/v3';
import type { Mode, Read } from '../link/link';
import { PEER_NAMES } from '../peers';
import { type Metric, METRIC_NAMES } from './metrics';
import { NATIVE_NAMES } from './native-contestant';

export interface CompareSettings {
  readonly metrics: readonly Metric[];
  readonly sizes: readonly number[];
  readonly peers: readonly string[];
  readonly modes: readonly Mode[];
  readonly waits: readonly WaitStrategy[];
  readonly rounds: number;
  readonly seconds: number;
  readonly count: number | undefined;
  /** Undefined: full one way, stamp there and back. */
  readonly written: 'full' | 'stamp' | undefined;
  readonly read: Read;
  readonly cpus: readonly number[];
  readonly quick: boolean;
}

/** The options as Commander gives them. */
export interface CompareOptions {
  readonly metrics?: string;
  readonly sizes?: string;
  readonly peers?: string;
  readonly modes?: string;
  readonly waits?: string;
  readonly rounds?: string;
  readonly seconds?: string;
  readonly count?: string;
  readonly written?: 'full' | 'stamp';
  readonly read?: Read;
  readonly cpus?: string;
  readonly quick?: boolean;
}

const MODES: readonly Mode[] = ['copy', 'raw', 'loan'];
const WAITS: readonly WaitStrategy[] = ['park', 'adaptive', 'spin'];
export const ALL_PEERS: readonly string[] = [...PEER_NAMES, ...NATIVE_NAMES];

/** What is measured without options. */
export const FULL = {
  metrics: 'roundTripMicros,messagesPerSecond,gibPerSecond,cpuSecondsPerGib',
  sizes: '64,1k,64k,1M,8M',
  peers: ALL_PEERS.join(','),
  modes: MODES.join(','),
  waits: 'adaptive,spin',
  rounds: '5',
  seconds: '0.4',
} as const;

/** What is measured with --quick: a look, no proof. */
export const QUICK = {
  ...FULL,
  sizes: '64,1M',
  peers: 'zeromq-pair,zeromq-push-pull,unix-stream,native-datagram,native-spin,native-spin-in-place',
  waits: 'adaptive',
  rounds: '3',
  seconds: '0.15',
} as const;

/** Payloads carry a stamp, and at least one byte that follows from it. */
const LEAST_BYTES = 16;

const numbers = z.object({ rounds: count, seconds: positive, count: count.optional() });

/** @throws UsageError */
export function compareSettingsOf(options: CompareOptions): CompareSettings {
  const given = { ...(options.quick ? QUICK : FULL), ...options };
  const { rounds, seconds, count: messages } = checked(numbers, given);
  return {
    metrics: amongNames('metrics', given.metrics, METRIC_NAMES),
    sizes: sizesOf('sizes', given.sizes, LEAST_BYTES),
    peers: amongNames('peers', given.peers, ALL_PEERS),
    modes: amongNames('modes', given.modes, MODES),
    waits: amongNames('waits', given.waits, WAITS),
    rounds,
    seconds,
    count: messages,
    written: options.written,
    read: options.read ?? 'sampled',
    cpus: options.cpus === undefined ? [] : processorsOf(options.cpus),
    quick: options.quick ?? false,
  };
}

/** @throws UsageError */
export function sizesOf(option: string, text: string, least: number): number[] {
  return partsOf(text).map((part) => {
    const size = byteSize.safeParse(part);
    if (size.success && size.data >= least) return size.data;
    throw new UsageError(`expected --${option} to be sizes from ${least} such as 64,64k,1M, got "${part}"`);
  });
}

function amongNames<Name extends string>(option: string, text: string, names: readonly Name[]): Name[] {
  return partsOf(text).map((part) => {
    const name = names.find((each) => each === part);
    if (name !== undefined) return name;
    throw new UsageError(`expected --${option} to be among ${names.join(', ')}, got "${part}"`);
  });
}

function processorsOf(text: string): number[] {
  return partsOf(text).map((part) => {
    if (/^\d{1,4}$/.test(part)) return Number(part);
    throw new UsageError(`expected --cpus to be one or two numbers of processors such as 0,1, got "${part}"`);
  });
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
