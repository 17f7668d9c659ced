/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, runs } from '../command';
import type * as clean from './clean';

export function cleanCommand(program: Command): void {
  json(program.command('clean'))
    .description('remove what dead processes left in the domain directory')
    .option('--dry-run', 'only print what would be removed')
    .action(runs(() => (require('./clean') as typeof clean).clean));
}
