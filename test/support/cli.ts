/**
 * The `roslet` command, as a shell runs it.
 *
 * ```ts
 * expect(await roslet(domain, 'topic list')).toEqual({ code: 0, lines: ['/chatter'], errors: [] });
 * ```
 */
import type { TestDomain } from './domain';
import { type Program, type ProgramOptions, startProgram } from './program';

export interface Outcome {
  /** Exit code, or the signal that ended it. */
  readonly code: number | string | null;
  readonly lines: readonly string[];
  readonly errors: readonly string[];
}

/** Starts a command that goes on until it is ended. */
export function startCli(
  domain: TestDomain,
  command: string | readonly string[],
  options: ProgramOptions = {},
): Program {
  const program = startProgram(domain, '../packages/cli/bin/roslet.js', { args: wordsOf(command), ...options });
  // As Ctrl-C would end it, so that what it leaves behind is its own fault.
  domain.onEnd(async () => {
    program.signal('SIGINT');
    await program.exit;
  });
  return program;
}

/** Runs a command to its end. */
export async function roslet(
  domain: TestDomain,
  command: string | readonly string[],
  options: ProgramOptions = {},
): Promise<Outcome> {
  const program = startCli(domain, command, options);
  const { code, signal } = await program.exit;
  return { code: code ?? signal, lines: program.lines, errors: program.errorLines };
}

/** Runs a command that must succeed, and reads the JSON it prints. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it as they expect it to be
export async function rosletJson(domain: TestDomain, command: string | readonly string[]): Promise<any> {
  const { code, lines, errors } = await roslet(domain, [...wordsOf(command), '--json']);
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  return JSON.parse(lines.join('\n'));
}

function wordsOf(command: string | readonly string[]): readonly string[] {
  return typeof command === 'string' ? command.split(' ').filter((word) => word !== '') : command;
}
