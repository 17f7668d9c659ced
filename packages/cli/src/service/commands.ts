/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, noun, runs, toleratesDiscoveryOptions } from '../command';
import type * as call from './call';
import type * as find from './find';
import type * as list from './list';
import type * as type from './type';

export function serviceCommands(program: Command): void {
  const service = noun(program, 'service', 'look at services and call them');

  json(toleratesDiscoveryOptions(service.command('list')))
    .description('list the services of the domain')
    .option('-t, --show-types', 'with their types')
    .option('-c, --count-services', 'print only how many there are')
    .option('--include-hidden-services', 'hidden services (named _…), too')
    .action(runs(() => (require('./list') as typeof list).list));

  json(toleratesDiscoveryOptions(service.command('type')))
    .description('print the type of a service')
    .argument('<service>', 'name of the service')
    .action(runs(() => (require('./type') as typeof type).type));

  json(toleratesDiscoveryOptions(service.command('find')))
    .description('list the services of a type')
    .argument('<type>', 'type of the services, such as std_srvs/srv/Trigger')
    .option('-c, --count-services', 'print only how many there are')
    .option('--include-hidden-services', 'hidden services (named _…), too')
    .action(runs(() => (require('./find') as typeof find).find));

  json(service.command('call'))
    .description('call a service and print its response')
    .argument('<service>', 'name of the service')
    .argument('<type>', 'type of the service, such as example_interfaces/srv/AddTwoInts')
    .argument('[values]', 'the request in YAML, such as "{a: 1, b: 2}"; what is left out takes its default', '{}')
    .option('-r, --rate <hertz>', 'call again and again at this rate')
    .option('--timeout <seconds>', 'longest wait for the service and for each response (default: no limit)')
    .option('--stdin', 'read the values from standard input')
    .action(runs(() => (require('./call') as typeof call).call));
}
