import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { PerfError } from '@roslet/cli';

export type ProgramName = 'memcpy_bound' | 'shared_memory_spin' | 'datagram_epoll' | 'zerocopy';

const SOURCES = path.join(__dirname, '..', '..', 'native');
const BUILD = path.join(__dirname, '..', 'native-build');

/**
 * Compiles what has changed of perf/native.
 *
 * @throws PerfError with the compiler's words
 */
export function buildPrograms(): void {
  cmake(['-S', SOURCES, '-B', BUILD, '--log-level=WARNING']);
  cmake(['--build', BUILD, '--parallel', '2']);
}

export function programPath(name: ProgramName): string {
  return path.join(BUILD, name);
}

/**
 * Runs a program to its end and reads the lines of JSON that it printed.
 *
 * @throws PerfError when it fails, or takes longer than `patienceMillis`
 */
export async function runProgram(
  name: ProgramName,
  options: Readonly<Record<string, string | number>>,
  patienceMillis: number,
): Promise<unknown[]> {
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const child = spawn(programPath(name), args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMillis });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ending = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? (code === 0 ? '' : `exit code ${code}`)));
  });
  if (ending !== '') throw new PerfError(`${name} ${args.join(' ')}: ${ending} ${errors.trim()}`);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function cmake(args: readonly string[]): void {
  const { error, status, stdout, stderr } = spawnSync('cmake', args, { encoding: 'utf8' });
  if (error !== undefined) throw new PerfError(`the C++ programs of perf/native need cmake: ${error.message}`);
  if (status !== 0) throw new PerfError(`the C++ programs of perf/native cannot be built: ${stdout}${stderr}`);
}
