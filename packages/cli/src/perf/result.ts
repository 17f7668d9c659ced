import os from 'node:os';
import { HistoryPolicy, type QosProfile } from '@roslet/rmw';
import { qosJson } from '../qos/text';
import type { Distribution } from './distribution';

export interface EnvironmentFacts {
  readonly versions: { readonly roslet: string; readonly node: string; readonly v8: string };
  readonly host: {
    readonly cpu: string;
    readonly cpus: number;
    readonly memoryBytes: number;
    readonly platform: string;
    readonly kernel: string;
    readonly loadAverage: number;
  };
}

interface Measurement extends EnvironmentFacts {
  readonly type: string;
  /** Payload bytes. */
  readonly size: number;
  readonly serializedSize: number;
  readonly count: number;
  readonly rate: number | null;
  readonly subscribers: number;
  readonly qos: ReturnType<typeof qosFacts>;
  readonly raw: boolean;
  readonly wait: string;
  /** Shared memory the publisher was allowed. */
  readonly maxBytes: number;
  readonly path: string;
  readonly oneWayMicros: Distribution | null;
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly seconds: number;
  readonly messagesPerSecond: number;
  /** Of payload. */
  readonly gibPerSecond: number;
  readonly cpuSeconds: { readonly publisher: number; readonly subscriber: number };
  /** What was done, in words. */
  readonly method: string;
}

export interface LatencyResult extends Measurement {
  readonly mode: 'latency';
  readonly roundTripMicros: Distribution | null;
}

export interface ThroughputResult extends Measurement {
  readonly mode: 'throughput';
  /** How often the sender had to wait for readers. */
  readonly backpressured: number;
}

export interface StagingRow {
  readonly size: number;
  readonly serializedSize: number;
  /** Messages of each way. */
  readonly count: number;
  readonly blocks: number;
  readonly path: string;
  readonly recordMicros: Distribution | null;
  readonly copyMicros: Distribution | null;
  /** Median of `copyMicros` to that of `recordMicros`: how many times faster encoding into the record is. */
  readonly ratio: number;
  readonly sent: number;
  readonly received: number;
  readonly sharedBytes: number;
  readonly cpuSeconds: { readonly publisher: number };
}

export interface StagingResult extends EnvironmentFacts {
  readonly mode: 'staging';
  readonly type: string;
  readonly wait: string;
  readonly reader: 'live' | 'idle';
  readonly results: readonly StagingRow[];
  /** By payload size. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly method: string;
}

export function qosFacts(qos: QosProfile) {
  const { reliability, history, durability } = qosJson(qos);
  return { reliability, history, durability, depth: qos.history === HistoryPolicy.KEEP_ALL ? null : qos.depth };
}

export function environmentFacts(): EnvironmentFacts {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { version } = require('@roslet/rmw/package.json') as { version: string };
  return {
    versions: { roslet: version, node: process.versions.node, v8: process.versions.v8 },
    host: {
      cpu: os.cpus()[0]?.model ?? 'unknown',
      cpus: os.availableParallelism(),
      memoryBytes: os.totalmem(),
      platform: process.platform,
      kernel: os.release(),
      loadAverage: os.loadavg()[0] ?? NaN,
    },
  };
}
