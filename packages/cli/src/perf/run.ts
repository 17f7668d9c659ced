import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Interrupted } from '../domain/session';
import { PerfProcess } from './process';
import type { RoleName } from './protocol';

/** A measurement in progress: it starts processes, and ends them whatever happens. */
export interface Run {
  start(role: RoleName): PerfProcess;
  /** A program of another package, which answers with `answerCalls`. */
  startProgram(role: string, command: readonly string[]): PerfProcess;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a measurement in a domain of its own, of which nothing stays, or in the environment's.
 *
 * @throws Interrupted, PerfError, what `measure` throws
 */
export async function inPerfDomain<T>(inDomain: boolean, measure: (run: Run) => Promise<T>): Promise<T> {
  const directory = inDomain ? undefined : mkdtempSync(`/dev/shm/roslet-perf-${process.pid}-`);
  const env: NodeJS.ProcessEnv =
    directory === undefined ? process.env : { ...process.env, ROSLET_DIR: directory, ROSLET_PERF_TEMPORARY: directory };
  const processes: PerfProcess[] = [];
  const startProgram = (role: string, command: readonly string[]) => {
    const started = new PerfProcess(role, command, env);
    processes.push(started);
    return started;
  };
  const worker = [process.execPath, ...process.execArgv, path.join(__dirname, 'worker.js')];
  const interruption = watchSignals();
  try {
    return await Promise.race([
      interruption.promise,
      measure({ start: (role) => startProgram(role, [...worker, role]), startProgram }),
    ]);
  } finally {
    interruption.stop();
    await Promise.all(processes.map((each) => each.close()));
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
}

function watchSignals(): { promise: Promise<never>; stop: () => void } {
  let interrupt: (signal: NodeJS.Signals) => void = () => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    interrupt = (signal) => reject(new Interrupted(signal));
  });
  promise.catch(() => undefined);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return { promise, stop: () => SIGNALS.forEach((signal) => process.off(signal, interrupt)) };
}
