/* eslint-disable @typescript-eslint/no-require-imports -- a verb's code is loaded when it runs */
import type { Command } from 'commander';
import { json, noun, runs, toleratesDiscoveryOptions } from '../command';
import { qosOptions } from '../qos/options';
import type * as bw from './bw';
import type * as echo from './echo';
import type * as find from './find';
import type * as hz from './hz';
import type * as info from './info';
import type * as list from './list';
import type * as pub from './pub';
import type * as type from './type';

export function topicCommands(program: Command): void {
  const topic = noun(program, 'topic', 'look at topics, listen to them and publish');
  graphVerbs(topic);
  listeningVerbs(topic);
  pubVerb(topic);
}

function graphVerbs(topic: Command): void {
  json(toleratesDiscoveryOptions(topic.command('list')))
    .description('list the topics of the domain')
    .option('-t, --show-types', 'with their types')
    .option('-c, --count-topics', 'print only how many there are')
    .option('-v, --verbose', 'with types and numbers of publishers and subscribers')
    .option('--include-hidden-topics', 'hidden topics (named _…), too')
    .action(runs(() => (require('./list') as typeof list).list));

  json(toleratesDiscoveryOptions(topic.command('info')))
    .description("print a topic's type and how many publish and subscribe it")
    .argument('<topic>', 'name of the topic')
    .option('-v, --verbose', 'with nodes, QoS profiles, GIDs and type hashes')
    .action(runs(() => (require('./info') as typeof info).info));

  json(toleratesDiscoveryOptions(topic.command('type')))
    .description('print the type of a topic')
    .argument('<topic>', 'name of the topic')
    .action(runs(() => (require('./type') as typeof type).type));

  json(toleratesDiscoveryOptions(topic.command('find')))
    .description('list the topics of a type')
    .argument('<type>', 'type of the topics, such as sensor_msgs/msg/Image')
    .option('-c, --count-topics', 'print only how many there are')
    .option('--include-hidden-topics', 'hidden topics (named _…), too')
    .action(runs(() => (require('./find') as typeof find).find));
}

function listeningVerbs(topic: Command): void {
  qosOptions(json(toleratesDiscoveryOptions(topic.command('echo'))), 'subscription')
    .description('print the messages of a topic')
    .argument('<topic>', 'name of the topic')
    .argument('[type]', "type of the messages; with it, the topic need not be there yet (default: the publishers')")
    .option('--once', 'print the first message and end')
    .option('--timeout <seconds>', 'end after this time')
    .option('--field <path>', 'print one field, such as pose.position.x or ranges[0]')
    .option('--filter <expression>', 'print only messages m for which this JavaScript expression holds')
    .option('--no-arr', 'print kind and length of arrays in place of their elements')
    .option('--no-str', 'print the length of strings in place of their text')
    .option('-f, --full-length', 'print arrays and strings in full')
    .option('-l, --truncate-length <n>', 'print this many elements and characters of arrays and strings', '128')
    .option('--csv', 'print all values of a message in one line, separated by commas')
    .option('--flow-style', "print YAML's flow style: a line a message")
    .option('--raw', 'print the serialized bytes')
    .option('-i, --include-message-info', 'with timestamps, sequence numbers and GID of the publisher')
    .option('--no-lost-messages', 'do not report lost messages')
    .action(runs(() => (require('./echo') as typeof echo).echo));

  json(toleratesDiscoveryOptions(topic.command('hz')))
    .description('print the rate at which messages arrive')
    .argument('<topic>', 'name of the topic')
    .option('-w, --window <n>', 'average over this many messages', '10000')
    .option('--filter <expression>', 'count only messages m for which this JavaScript expression holds')
    .option('--wall-time', 'as ros2 has it; the clock is always the wall')
    .action(runs(() => (require('./hz') as typeof hz).hz));

  json(toleratesDiscoveryOptions(topic.command('bw')))
    .description('print the bandwidth that a topic takes')
    .argument('<topic>', 'name of the topic')
    .option('-w, --window <n>', 'average over this many messages', '100')
    .action(runs(() => (require('./bw') as typeof bw).bw));
}

function pubVerb(topic: Command): void {
  qosOptions(toleratesDiscoveryOptions(topic.command('pub')), 'publisher')
    .description('publish messages on a topic')
    .argument('<topic>', 'name of the topic')
    .argument('<type>', 'type of the messages, such as std_msgs/msg/String')
    .argument('[values]', 'the message in YAML, such as "{data: hello}"; what is left out takes its default', '{}')
    .option('-r, --rate <hertz>', 'publish at this rate', '1')
    .option('-1, --once', 'publish one message and end')
    .option('-t, --times <n>', 'publish this many messages and end')
    .option('-p, --print <n>', 'print every n-th message only (0: none)', '1')
    .option(
      '-w, --wait-matching-subscriptions <n>',
      'wait for this many subscriptions first (default: 1 with --once or --times, else 0)',
    )
    .option('--max-wait-time-secs <seconds>', 'wait for subscriptions no longer than this')
    .option('--keep-alive <seconds>', 'stay this long after the last message', '0.1')
    .option('-n, --node-name <name>', 'name of the publishing node (default: a hidden one)')
    .option('--stdin', 'read the values from standard input')
    .action(runs(() => (require('./pub') as typeof pub).pub));
}
