import type { Exchange } from '../link/link';

export type Metric =
  'roundTripMicros' | 'serviceCallMicros' | 'messagesPerSecond' | 'gibPerSecond' | 'cpuSecondsPerGib';

interface MetricFacts {
  readonly title: string;
  readonly better: 'lower' | 'higher';
  /** What has to be measured for it, of Roslet. */
  readonly exchange: Exchange;
}

export const METRICS: Readonly<Record<Metric, MetricFacts>> = {
  roundTripMicros: { title: 'round trip, median, microseconds', better: 'lower', exchange: 'roundTrip' },
  serviceCallMicros: {
    title: "service call against the others' round trip, median, microseconds",
    better: 'lower',
    exchange: 'serviceCall',
  },
  messagesPerSecond: { title: 'messages a second', better: 'higher', exchange: 'oneWay' },
  gibPerSecond: { title: 'GiB of payload a second', better: 'higher', exchange: 'oneWay' },
  cpuSecondsPerGib: { title: 'CPU seconds a GiB, both sides', better: 'lower', exchange: 'oneWay' },
};

export const METRIC_NAMES = Object.keys(METRICS) as readonly Metric[];

/** What one run of a contestant gave. */
export type Figures = Readonly<Partial<Record<Metric, number>>> & { readonly lost: number };

/** Above 1: Roslet is better. */
export function ratioOf(metric: Metric, roslet: number, other: number): number {
  return METRICS[metric].better === 'higher' ? roslet / other : other / roslet;
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** @param seconds from the first message sent to the last one received */
export function oneWayFigures(
  size: number,
  run: {
    readonly received: number;
    readonly lost: number;
    readonly seconds: number;
    readonly cpuSeconds: number | undefined;
  },
): Figures {
  const gib = (run.received * size) / 1024 ** 3;
  return {
    messagesPerSecond: run.received / run.seconds,
    gibPerSecond: gib / run.seconds,
    ...(run.cpuSeconds === undefined ? {} : { cpuSecondsPerGib: run.cpuSeconds / gib }),
    lost: run.lost,
  };
}
