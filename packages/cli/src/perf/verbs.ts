import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { measureLatency } from './latency';
import { latencyLines, stagingLines, throughputLines } from './report';
import { settingsOf, stagingSettingsOf } from './settings';
import { measureStaging } from './staging';
import { measureThroughput } from './throughput';

type Given<Parse extends (options: never) => unknown> = Parameters<Parse>[0] & { readonly json?: boolean };

/** `roslet perf latency` */
export async function latency(options: Given<typeof settingsOf>): Promise<void> {
  const settings = settingsOf(options);
  const result = await measureLatency(settings);
  if (options.json) printJson(result);
  else print(...latencyLines(result));
}

/** `roslet perf throughput` */
export async function throughput(options: Given<typeof settingsOf>): Promise<void> {
  const settings = settingsOf(options);
  const result = await measureThroughput(settings);
  if (options.json) printJson(result);
  else print(...throughputLines(result));
}

/** `roslet perf staging` */
export async function staging(options: Given<typeof stagingSettingsOf>): Promise<void> {
  const settings = stagingSettingsOf(options);
  const result = await measureStaging(settings);
  if (options.json) printJson(result);
  else print(...stagingLines(result));
}
