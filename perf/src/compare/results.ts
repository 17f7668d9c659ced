import type { WaitStrategy } from '@roslet/rmw';
import type { Exchange, Mode } from '../link/link';
import type { Contestant } from './contestant';
import { type Metric, METRICS, ratioOf } from './metrics';

/** Roslet against one other, in one respect, at one size. */
export interface Comparison {
  readonly metric: Metric;
  readonly size: number;
  readonly mode: Mode;
  readonly wait: WaitStrategy;
  /** Medians of the rounds. */
  readonly roslet: number;
  readonly peer: string;
  readonly value: number;
  /** Above 1: Roslet is better. */
  readonly ratio: number;
}

export interface MeasuredContestant {
  readonly contestant: Contestant;
  readonly exchange: Exchange;
  readonly size: number;
  readonly medians: Readonly<Partial<Record<Metric, number>>>;
}

export function resultsOf(metrics: readonly Metric[], measured: readonly MeasuredContestant[]): Comparison[] {
  return metrics.flatMap((metric) => {
    const ours = measured.filter(({ contestant, medians }) => contestant.variant && medians[metric] !== undefined);
    return ours.flatMap((own) => comparisonsOf(metric, own, measured));
  });
}

function comparisonsOf(
  metric: Metric,
  { contestant, size, medians }: MeasuredContestant,
  measured: readonly MeasuredContestant[],
): Comparison[] {
  const { variant } = contestant;
  const roslet = medians[metric];
  if (variant === undefined || roslet === undefined) return [];
  return measured.flatMap((other) => {
    const value = other.medians[othersMetric(metric)];
    if (other.contestant.variant !== undefined || other.size !== size || value === undefined) return [];
    return [
      { metric, size, ...variant, roslet, peer: other.contestant.name, value, ratio: ratioOf(metric, roslet, value) },
    ];
  });
}

/** The others have no services. */
function othersMetric(metric: Metric): Metric {
  return METRICS[metric].exchange === 'serviceCall' ? 'roundTripMicros' : metric;
}
