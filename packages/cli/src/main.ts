import { exitCodeOf } from './errors';
import { watchOutput } from './output/stdout';
import { createProgram } from './program';

/**
 * Runs the command line and leaves its outcome in `process.exitCode`: 0, 1 for a failure, 2 for a command line that is wrong.
 *
 * @param program with further verbs, perhaps
 */
export async function run(argv: readonly string[], program = createProgram()): Promise<void> {
  watchOutput();
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  const { signal, exitCode, code, message } = error as Partial<Record<string, unknown>>;
  if (typeof signal === 'string') {
    // The verb has left the domain; now end the way the shell expects of somebody who was interrupted.
    process.kill(process.pid, signal);
    return;
  }
  // Commander printed its message already (or help was asked for, which is no error).
  if (typeof code === 'string' && code.startsWith('commander.')) {
    process.exitCode = exitCode === 0 ? 0 : 2;
    return;
  }
  process.exitCode = exitCodeOf(error);
  process.stderr.write(`roslet: ${oneLine(typeof message === 'string' ? message : String(error))}\n`);
  if (process.env.ROSLET_DEBUG === '1') console.error(error);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
