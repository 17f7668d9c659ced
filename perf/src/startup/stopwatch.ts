import { spawnSync } from 'node:child_process';
import { PerfError } from '@roslet/cli';
import { answerCalls } from '@roslet/cli/internal';
import type { Subject } from './subjects';

/** The program that starts the others, one at a time, and does nothing else meanwhile. */

const HUNG_MILLIS = 60_000;

/** Milliseconds from before the process is made to the subject's first message, or to its end. */
function time({ name, args, until }: Subject): number {
  const begin = process.hrtime.bigint();
  const { status, signal, error, stdout } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: HUNG_MILLIS,
  });
  const end = process.hrtime.bigint();
  if (error !== undefined) throw new PerfError(`${name}: ${error.message}`);
  if (status !== 0) throw new PerfError(`${name} ended with ${signal ?? `exit code ${status}`}`);
  return Number((until === 'exit' ? end : stampOf(name, stdout)) - begin) / 1e6;
}

/** Of the same monotonic clock, which all processes share. */
function stampOf(name: string, output: string): bigint {
  if (!/^\d+\n$/.test(output))
    throw new PerfError(`${name}: expected one time as output, got ${JSON.stringify(output)}`);
  return BigInt(output.trim());
}

answerCalls({
  perform: async ({ argument }) => time(argument as Subject),
  close: () => undefined,
});
