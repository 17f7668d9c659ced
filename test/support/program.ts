/**
 * Node programs as child processes: start one in a test's domain, wait for what it prints, see how it ends.
 *
 * ```ts
 * const talker = startProgram(domain, 'roslet/programs/talker.mjs', { args: ['--ros-args', '-r', '__node:=alice'] });
 * await talker.line(/^published 3$/);
 * talker.signal('SIGINT');
 * expect(await talker.exit).toEqual({ code: null, signal: 'SIGINT' });
 * ```
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TestDomain } from './domain';

const testDirectory = path.dirname(__dirname);

/** A wait that is longer than this is hung; the error then says what the program printed. */
const HUNG_MILLIS = 60_000;

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** Options of Node itself, for instance `--expose-gc`. */
  readonly nodeOptions?: readonly string[];
  /** Added to the domain's environment; `undefined` removes a variable. */
  readonly env?: Record<string, string | undefined>;
}

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Program {
  readonly pid: number;
  /** Every line of standard output so far. */
  readonly lines: readonly string[];
  /** Every line of standard error so far. */
  readonly errorLines: readonly string[];
  /**
   * The next line of standard output that matches, beginning after the line the previous call returned. Rejects when the
   * program ends without printing one.
   */
  line(pattern: RegExp | string): Promise<string>;
  /** The same for standard error. */
  errorLine(pattern: RegExp | string): Promise<string>;
  /** Writes a line to the program's standard input. */
  write(line: string): void;
  /** Closes the program's standard input. */
  end(): void;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the program has ended and all its output is here. */
  readonly exit: Promise<ExitStatus>;
  /** Waits for the end and demands exit code 0; the error shows the output. Returns the lines of standard output. */
  success(): Promise<readonly string[]>;
}

/** Starts a program file, given relative to `test/`, so that it finds the built packages as a user's program would. */
export function startProgram(domain: TestDomain, file: string, options: ProgramOptions = {}): Program {
  return start(domain, [...(options.nodeOptions ?? []), path.resolve(testDirectory, file)], options);
}

/** Starts a program given as source text. `import` or `require` works as in a file in `test/`. */
export function startSource(
  domain: TestDomain,
  moduleSystem: 'commonjs' | 'module',
  source: string,
  options: ProgramOptions = {},
): Program {
  const command = [...(options.nodeOptions ?? []), `--input-type=${moduleSystem}`, '--eval', source, '--'];
  return start(domain, command, options);
}

function start(domain: TestDomain, command: readonly string[], options: ProgramOptions): Program {
  const child = spawn(process.execPath, [...command, ...(options.args ?? [])], {
    cwd: testDirectory,
    env: domain.environment(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = new Lines(child.stdout);
  const errors = new Lines(child.stderr);
  const exit = new Promise<ExitStatus>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  exit.catch(() => undefined);
  // A program that has ended does not read what a test still writes to it.
  child.stdin.on('error', () => undefined);

  domain.onEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit.catch(() => undefined);
  });

  const describe = (): string => `standard output:\n${indented(output.all)}\nstandard error:\n${indented(errors.all)}`;

  return {
    pid: child.pid ?? -1,
    lines: output.all,
    errorLines: errors.all,
    exit,
    line: (pattern) => notHung(output.next(pattern), `a line like ${String(pattern)}`, describe),
    errorLine: (pattern) => notHung(errors.next(pattern), `an error line like ${String(pattern)}`, describe),
    write: (line) => child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    signal: (signal) => void child.kill(signal),
    success: async () => {
      const status = await notHung(exit, 'its end', describe);
      if (status.code !== 0) throw new Error(`The program ended with ${JSON.stringify(status)}; ${describe()}`);
      return output.all;
    },
  };
}

/** Lines of a stream as they come, with a place up to which a test has read. */
class Lines {
  readonly all: string[] = [];
  #read = 0;
  #ended = false;
  #changed: (() => void)[] = [];

  constructor(stream: Readable) {
    const reader = createInterface({ input: stream, crlfDelay: Infinity });
    reader.on('line', (line) => {
      this.all.push(line);
      this.#wake();
    });
    reader.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  async next(pattern: RegExp | string): Promise<string> {
    for (;;) {
      while (this.#read < this.all.length) {
        const line = this.all[this.#read++] as string;
        if (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line)) return line;
      }
      if (this.#ended) throw new Error('it ended first');
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
  }

  #wake(): void {
    const waiting = this.#changed;
    this.#changed = [];
    for (const resolve of waiting) resolve();
  }
}

async function notHung<T>(wait: Promise<T>, what: string, describe: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${HUNG_MILLIS / 1000} s`)), HUNG_MILLIS);
  });
  try {
    return await Promise.race([wait, hung]);
  } catch (error) {
    throw new Error(`Waited for ${what}, but ${(error as Error).message}; ${describe()}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function indented(lines: readonly string[]): string {
  return lines.length === 0 ? '  (nothing)' : lines.map((line) => `  ${line}`).join('\n');
}
