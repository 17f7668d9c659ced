import { type Command, Option } from 'commander';

/**
 * The action of a verb whose code is loaded when it runs. Commander's last argument, the command itself, is left out: a verb gets
 * its operands and its options.
 */
export function runs(load: () => (...args: never[]) => unknown): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const verb = load() as (...given: unknown[]) => unknown;
    await verb(...args.slice(0, -1));
  };
}

/** A noun such as `topic`, which does nothing without a verb. */
export function noun(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).usage('<verb> [options]').helpCommand(false);
}

export function json(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/**
 * Options that `ros2` has for its daemon and for discovery. They are taken, so that scripts go on working, and change nothing: the graph
 * lies in shared memory and is complete at once.
 */
export function toleratesDiscoveryOptions(command: Command): Command {
  return command
    .addOption(new Option('--spin-time <seconds>').hideHelp())
    .addOption(new Option('--no-daemon').hideHelp())
    .addOption(new Option('-s, --use-sim-time').hideHelp());
}
