/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import { type Command, Option } from 'commander';
import { json, noun, runs } from '../command';
import type * as verbs from './verbs';

export function perfCommands(program: Command): void {
  const perf = noun(program, 'perf', 'measure latency and throughput on this host, in separate processes');
  const load = () => require('./verbs') as typeof verbs;

  options(perf.command('latency'))
    .description('time messages there and back again between two processes')
    .addOption(qosOption('reliable'))
    .action(runs(() => load().latency));

  options(perf.command('throughput'))
    .description('send as fast as the subscribers take it, or at a rate')
    .addOption(qosOption('keep_all'))
    .action(runs(() => load().throughput));

  json(perf.command('staging'))
    .description('compare encoding into the shared record with encoding into a buffer that is then copied')
    .option('--type <type>', 'type of the messages', DEFAULT_TYPE)
    .option('--sizes <list>', 'payload sizes, separated by commas', '4k,16k,64k,256k,1M,4M,16M')
    .option('--duration <seconds>', 'time for each size', '2')
    .option('--count <n>', 'messages of each way and size, in place of a duration')
    .addOption(
      new Option('--reader <kind>', 'live: a process takes the messages; idle: it is matched, but takes none')
        .choices(['live', 'idle'])
        .default('live'),
    )
    .addOption(waitOption())
    .option('--in-domain', DOMAIN)
    .action(runs(() => load().staging));
}

const DEFAULT_TYPE = 'std_msgs/msg/UInt8MultiArray';

const DOMAIN = "in the environment's domain, in place of one of its own";

function options(command: Command): Command {
  return json(command)
    .option('--type <type>', 'type of the messages', DEFAULT_TYPE)
    .option('--size <bytes>', 'payload: bytes in the array or string of the message (64k, 1M) (default: 64)')
    .option('--rate <hertz>', 'messages a second (default: as fast as they come back or are taken)')
    .option('--count <n>', 'messages to measure, in place of a duration')
    .option('--duration <seconds>', 'how long to measure', '3')
    .option('--subscribers <n>', 'subscribing processes', '1')
    .option('--max-bytes <bytes>', 'shared memory that a publisher may hold', '1G')
    .option('--depth <n>', 'messages kept by --qos reliable and best_effort', '10')
    .addOption(
      new Option('--durability <policy>', 'durability of publisher and subscriptions')
        .choices(['volatile', 'transient_local'])
        .default('volatile'),
    )
    .addOption(waitOption())
    .option('--raw', 'bytes in and out, without encoding and decoding')
    .option('--in-domain', DOMAIN);
}

function qosOption(fallback: string): Option {
  return new Option('--qos <policy>', 'reliable, keep_all (reliable, nothing is dropped) or best_effort')
    .choices(['reliable', 'keep_all', 'best_effort'])
    .default(fallback);
}

function waitOption(): Option {
  return new Option('--wait <strategy>', 'how both sides wait for messages')
    .choices(['park', 'adaptive', 'spin'])
    .default('adaptive');
}
