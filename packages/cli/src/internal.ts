/** For sister packages only: no compatibility promise. */
export { checked } from './checked';
export { Interrupted } from './domain/session';
export { byteSize, count, positive, whole } from './numbers';
export { printJson } from './output/json';
export { outputClosed, print, remark } from './output/stdout';
export { type Column, tableLines } from './output/table';
export { bytesText, counted } from './output/units';
export { answerCalls, type Calls } from './perf/answer-calls';
export { micros } from './perf/clock';
export { type Distribution, distributionOf } from './perf/distribution';
export { PerfProcess } from './perf/process';
export type { Call } from './perf/protocol';
export { type EnvironmentFacts, environmentFacts } from './perf/result';
export { inPerfDomain, type Run } from './perf/run';
export { cpuSeconds } from './perf/station';
