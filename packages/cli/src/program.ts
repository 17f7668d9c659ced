import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { cleanCommand } from './clean/commands';
import { doctorCommand } from './doctor/commands';
import { interfaceCommands } from './interface/commands';
import { nodeCommands } from './node/commands';
import { perfCommands } from './perf/commands';
import { serviceCommands } from './service/commands';
import { topicCommands } from './topic/commands';

/** The `roslet` command with all its verbs, not yet run. What a verb does is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('roslet')
    .description('ROS 2 for Node.js: look at, talk to and measure running nodes')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, print) => print(`roslet: ${sentence(text)}\n`) });
  nodeCommands(program);
  topicCommands(program);
  serviceCommands(program);
  interfaceCommands(program);
  doctorCommand(program);
  cleanCommand(program);
  perfCommands(program);
  return program;
}

/** Commander's `error: unknown option '--fild'\n(Did you mean --field?)` as one line. */
function sentence(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\s*\n\(Did you mean (one of )?([^)]*?)\??\)/, (_all, _of, names: string) => `; did you mean ${names}?`)
    .trim()
    .replace(/\s*\n\s*/g, ' ');
}

function packageVersion(): string {
  const manifest = readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
