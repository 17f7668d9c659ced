export * from './errors';
export { createProgram } from './program';
export { run } from './main';
export { measureLatency } from './perf/latency';
export { measureThroughput } from './perf/throughput';
export { measureStaging } from './perf/staging';
export type { Settings as PerfSettings, StagingSettings } from './perf/settings';
export type { LatencyResult, ThroughputResult, StagingResult, StagingRow } from './perf/result';
export type { Distribution } from './perf/distribution';
