import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';

/** The `roslet` command with all its verbs, not yet run. */
export function createProgram(): Command {
  return new Command('roslet')
    .description('ROS 2 for Node.js: look at, talk to and measure running nodes')
    .version(packageVersion());
}

function packageVersion(): string {
  const manifest = readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
