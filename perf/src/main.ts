import { createProgram, run as runProgram } from '@roslet/cli';
import { compareCommand } from './compare/command';
import { fanoutCommand } from './fanout/command';
import { fleetCommand } from './fleet/command';
import { reportCommand } from './report/command';
import { stallCommand } from './stall/command';
import { startupCommand } from './startup/command';
import { zerocopyCommand } from './zerocopy/command';

/** Runs `roslet perf …` with the verbs that exist in a checkout only. */
export async function run(args: readonly string[]): Promise<void> {
  const program = createProgram();
  const perf = program.commands.find((command) => command.name() === 'perf');
  if (perf === undefined) throw new Error('the roslet command has no verb perf');
  compareCommand(perf);
  fanoutCommand(perf);
  fleetCommand(perf);
  reportCommand(perf);
  stallCommand(perf);
  startupCommand(perf);
  zerocopyCommand(perf);
  await runProgram(['node', 'roslet', 'perf', ...args], program);
}
