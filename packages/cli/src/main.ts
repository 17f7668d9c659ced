import { createProgram } from './program';

/** Runs the command line and leaves its outcome in `process.exitCode`. */
export async function run(argv: readonly string[]): Promise<void> {
  await createProgram().parseAsync([...argv]);
}
