/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, noun, runs, toleratesDiscoveryOptions } from '../command';
import type * as info from './info';
import type * as list from './list';

export function nodeCommands(program: Command): void {
  const node = noun(program, 'node', 'look at nodes');

  json(toleratesDiscoveryOptions(node.command('list')))
    .description('list the nodes of the domain')
    .option('-a, --all', 'hidden nodes (named _…), too')
    .option('-c, --count-nodes', 'print only how many there are')
    .action(runs(() => (require('./list') as typeof list).list));

  json(toleratesDiscoveryOptions(node.command('info')))
    .description('show what a node publishes, subscribes, serves and calls')
    .argument('<node>', 'name of the node, such as /talker')
    .option('--include-hidden', 'hidden topics and services, too')
    .action(runs(() => (require('./info') as typeof info).info));
}
