/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, noun, runs } from '../command';
import type * as list from './list';
import type * as packages from './packages';
import type * as proto from './proto';
import type * as show from './show';

export function interfaceCommands(program: Command): void {
  const interfaces = noun(program, 'interface', 'look up message, service and action definitions');

  json(interfaces.command('list'))
    .description('list all known interfaces')
    .option('-m, --only-msgs', 'messages only')
    .option('-s, --only-srvs', 'services only')
    .option('-a, --only-actions', 'actions only')
    .action(runs(() => (require('./list') as typeof list).list));

  json(interfaces.command('show'))
    .description('print a definition, with those nested in it')
    .argument('<type>', "type, such as sensor_msgs/msg/Image; '-' reads it from standard input")
    .option('--all-comments', 'comments of nested definitions, too')
    .option('--no-comments', 'no comments and no empty lines')
    .action(runs(() => (require('./show') as typeof show).show));

  json(interfaces.command('proto'))
    .description('print a message, or the request of a service, with its defaults, ready to be edited')
    .argument('<type>', 'type, such as geometry_msgs/msg/Twist')
    .option('--no-quotes', 'without the quotes around it')
    .action(runs(() => (require('./proto') as typeof proto).proto));

  json(interfaces.command('package'))
    .description('list the interfaces of a package')
    .argument('<package>', 'name of the package, such as sensor_msgs')
    .action(runs(() => (require('./packages') as typeof packages).onePackage));

  json(interfaces.command('packages'))
    .description('list the packages that define interfaces')
    .option('-m, --only-msgs', 'those with messages')
    .option('-s, --only-srvs', 'those with services')
    .option('-a, --only-actions', 'those with actions')
    .action(runs(() => (require('./packages') as typeof packages).allPackages));
}
