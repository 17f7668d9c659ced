import path from 'node:path';
import { type EnvironmentFacts, environmentFacts, inPerfDomain } from '@roslet/cli/internal';
import { median } from '../compare/metrics';
import { BARE, SUBJECTS } from './subjects';

export interface StartupResult {
  readonly name: string;
  readonly about: string;
  readonly millis: { readonly median: number; readonly fastest: number; readonly all: readonly number[] };
  /** To the median of `node -e 0`. */
  readonly ratio: number;
  /** The fastest of each: what the others do on the machine counts least in it. */
  readonly fastestRatio: number;
}

export interface StartupReport extends EnvironmentFacts {
  readonly rounds: number;
  readonly results: readonly StartupResult[];
}

/** Times the start of every subject in turns, A B C A B C …, after one turn that is not counted. */
export async function measureStartup(rounds: number): Promise<StartupReport> {
  const facts = environmentFacts();
  const times = await inPerfDomain(false, async (run) => {
    const talker = run.startProgram('talker', [process.execPath, path.join(__dirname, 'talker.js')]);
    const stopwatch = run.startProgram('stopwatch', [process.execPath, path.join(__dirname, 'stopwatch.js')]);
    await talker.call('publish');
    const all = SUBJECTS.map((): number[] => []);
    for (let round = -1; round < rounds; round++) {
      for (const [index, subject] of SUBJECTS.entries()) {
        const millis = await stopwatch.call<number>('time', subject);
        if (round >= 0) all[index]?.push(millis);
      }
    }
    return all;
  });
  return { ...facts, rounds, results: resultsOf(times) };
}

function resultsOf(times: readonly number[][]): StartupResult[] {
  const bare = times[SUBJECTS.indexOf(BARE)] ?? [];
  return SUBJECTS.map(({ name, about }, index) => {
    const all = times[index] ?? [];
    return {
      name,
      about,
      millis: { median: rounded(median(all)), fastest: rounded(Math.min(...all)), all: all.map(rounded) },
      ratio: rounded(median(all) / median(bare)),
      fastestRatio: rounded(Math.min(...all) / Math.min(...bare)),
    };
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
