import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type LatencyResult, PerfError, type ThroughputResult } from '@roslet/cli';

/** A command of `pnpm perf` that is run, and written down so that anybody can run it again. */
export interface PerfCommand {
  readonly args: readonly string[];
  /** Directory of the domain in which to measure; undefined: one of its own. */
  readonly domain?: string;
}

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'perf.mjs');

/** @throws PerfError with what the command said */
export async function runPerf(command: PerfCommand): Promise<LatencyResult | ThroughputResult> {
  const { args, domain } = command;
  const env = domain === undefined ? process.env : { ...process.env, ROSLET_DIR: domain };
  const where = domain === undefined ? [] : ['--in-domain'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args, ...where, '--json'], { env });
    return JSON.parse(stdout) as LatencyResult | ThroughputResult;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new PerfError(`${commandText(command)}: ${stderr === undefined || stderr === '' ? message : stderr.trim()}`);
  }
}

export function commandText({ args, domain }: PerfCommand): string {
  const [before, after] = domain === undefined ? ['', ''] : ['ROSLET_DIR=<directory> ', ' --in-domain'];
  return `${before}pnpm --silent perf ${args.join(' ')}${after} --json`;
}
