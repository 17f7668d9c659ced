import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is still there of a measurement, whose coordinator's process id stands in the name of its directory. */
export interface Leftovers {
  readonly directories: string[];
  /** Command lines of processes. */
  readonly processes: string[];
}

export function leftoversOf(coordinator: number): Leftovers {
  const mark = `roslet-perf-${coordinator}-`;
  return {
    directories: readdirSync('/dev/shm').filter((name) => name.startsWith(mark)),
    processes: readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/environ`).includes(mark))
      .map((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
      // A process that has ended, but was not yet waited for, has no command line.
      .filter((commandLine) => commandLine !== ''),
  };
}

export const NOTHING: Leftovers = { directories: [], processes: [] };

/** Waits for what ends by itself; whoever calls it checks what it returns. */
export async function leftoversAtLast(coordinator: number): Promise<Leftovers> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const left = leftoversOf(coordinator);
    if (left.directories.length === 0 && left.processes.length === 0) return left;
    await sleep(100);
  }
  return leftoversOf(coordinator);
}

/** A process may end while it is looked at. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
