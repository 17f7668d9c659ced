import type { EndpointInfo } from '@roslet/rmw';
import { lookAtGraph } from '../domain/look';
import { fullTopicName } from '../domain/names';
import { topicTypes, unknownTopic } from '../domain/types-of';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { qosJson, qosLines } from '../qos/text';

interface Options {
  readonly verbose?: boolean;
  readonly json?: boolean;
}

interface TopicInfo {
  readonly topic: string;
  readonly types: readonly string[];
  readonly publishers: readonly EndpointInfo[];
  readonly subscriptions: readonly EndpointInfo[];
}

/**
 * `roslet topic info`
 *
 * @throws NotFoundError, NameError
 */
export function info(typed: string, options: Options): void {
  const topic = fullTopicName(typed);
  const found = lookAtGraph((graph): TopicInfo => {
    const types = topicTypes(graph, topic);
    if (types.length === 0) throw unknownTopic(graph, topic);
    return { topic, types, publishers: graph.publishers(topic), subscriptions: graph.subscriptions(topic) };
  });
  if (options.json) printJson(asJson(found));
  else print(...(options.verbose ? verboseLines(found) : briefLines(found)));
}

function briefLines({ types, publishers, subscriptions }: TopicInfo): string[] {
  return [typeLine(types), `Publisher count: ${publishers.length}`, `Subscription count: ${subscriptions.length}`];
}

function verboseLines({ types, publishers, subscriptions }: TopicInfo): string[] {
  return [
    typeLine(types),
    '',
    `Publisher count: ${publishers.length}`,
    '',
    ...publishers.flatMap(endpointLines),
    `Subscription count: ${subscriptions.length}`,
    '',
    ...subscriptions.flatMap(endpointLines),
  ];
}

function typeLine(types: readonly string[]): string {
  return `Type: ${types.length === 1 ? types[0] : `[${types.join(', ')}]`}`;
}

function endpointLines({ node, type, typeHash, kind, gid, qos }: EndpointInfo): string[] {
  return [
    `Node name: ${node.name}`,
    `Node namespace: ${node.namespace}`,
    `Topic type: ${type}`,
    `Topic type hash: ${typeHash === '' ? 'unknown' : typeHash}`,
    `Endpoint type: ${kind.toUpperCase()}`,
    `GID: ${Array.from(gid, (byte) => byte.toString(16).padStart(2, '0')).join('.')}`,
    'QoS profile:',
    ...qosLines(qos).map((line) => `  ${line}`),
    '',
  ];
}

function asJson({ topic, types, publishers, subscriptions }: TopicInfo) {
  const endpoint = ({ node, type, typeHash, gid, qos }: EndpointInfo) => ({
    node: node.name,
    namespace: node.namespace,
    pid: node.pid,
    type,
    typeHash,
    gid: Buffer.from(gid).toString('hex'),
    qos: qosJson(qos),
  });
  return { topic, types, publishers: publishers.map(endpoint), subscriptions: subscriptions.map(endpoint) };
}
