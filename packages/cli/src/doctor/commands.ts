/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, runs } from '../command';
import type * as doctor from './doctor';

export function doctorCommand(program: Command): void {
  json(program.command('doctor').alias('wtf'))
    .description('look for what is wrong on this host and in this domain, and say what to do')
    .option('--include-warnings', 'warnings count as failures, too')
    .option('-r, --report', 'print what is well, too')
    .action(runs(() => (require('./doctor') as typeof doctor).doctor));
}
