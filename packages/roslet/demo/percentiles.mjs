/** The 50th, 90th and 99th percentile; undefined when there is no value. */
export function percentiles(values) {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}
