export interface Distribution {
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
}

/** Percentiles by nearest rank, to a nanosecond (samples are microseconds); null without samples. */
export function distributionOf(samples: ArrayLike<number>): Distribution | null {
  if (samples.length === 0) return null;
  const sorted = Float64Array.from(samples).sort();
  const rank = (part: number) => rounded(sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? NaN);
  return {
    min: rank(0),
    p50: rank(0.5),
    p90: rank(0.9),
    p99: rank(0.99),
    max: rank(1),
    mean: rounded(sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length),
  };
}

function rounded(micros: number): number {
  return Math.round(micros * 1000) / 1000;
}
