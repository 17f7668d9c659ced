import type { EndpointInfo } from '@roslet/rmw';
import { qosMismatches } from '@roslet/rmw/internal';
import type { DomainFacts } from '../facts';
import { type Finding, ok, warning } from '../finding';

export function checkGraph({ nodes, endpoints }: DomainFacts): Finding[] {
  return [
    ...duplicates(nodes.map(({ fullName }) => fullName)),
    ...pairs(endpoints, 'publisher', 'subscription').flatMap(mismatch),
    ...pairs(endpoints, 'service', 'client').flatMap(typeMismatch),
  ];
}

function duplicates(names: readonly string[]): Finding[] {
  const several = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (several.length === 0) return [ok('node names', 'each is used once')];
  return several.map((name) =>
    warning(
      'node names',
      `several nodes are called ${name}`,
      'give them different names: --ros-args -r __node:=<name>',
    ),
  );
}

interface Pair {
  readonly provider: EndpointInfo;
  readonly consumer: EndpointInfo;
}

function pairs(
  endpoints: readonly EndpointInfo[],
  providing: EndpointInfo['kind'],
  consuming: EndpointInfo['kind'],
): Pair[] {
  const providers = endpoints.filter(({ kind }) => kind === providing);
  const consumers = new Map<string, EndpointInfo[]>();
  for (const endpoint of endpoints) {
    if (endpoint.kind === consuming) consumers.set(endpoint.name, [...(consumers.get(endpoint.name) ?? []), endpoint]);
  }
  return providers.flatMap((provider) =>
    (consumers.get(provider.name) ?? []).map((consumer) => ({ provider, consumer })),
  );
}

function mismatch(pair: Pair): Finding[] {
  const wrongType = typeMismatch(pair);
  if (wrongType.length > 0) return wrongType;
  const { provider, consumer } = pair;
  return qosMismatches(provider.qos, consumer.qos).map(({ policy, offered, requested }) =>
    warning(
      'QoS',
      `${provider.name}: node ${consumer.node.fullName} hears nothing from node ${provider.node.fullName}: incompatible ${policy}, ` +
        `requested ${requested}, offered ${offered}`,
      `give both the same ${policy}`,
    ),
  );
}

function typeMismatch({ provider, consumer }: Pair): Finding[] {
  const differ = provider.type !== consumer.type;
  const versions = provider.typeHash !== '' && consumer.typeHash !== '' && provider.typeHash !== consumer.typeHash;
  if (!differ && !versions) return [];
  const side = ({ node, type, typeHash }: EndpointInfo) =>
    `node ${node.fullName} uses ${type}${differ ? '' : ` (${typeHash})`}`;
  return [
    warning(
      'types',
      `${provider.name}: ${side(provider)}, ${side(consumer)}, so they do not talk to each other`,
      differ ? 'use one type on both sides' : 'use one version of the type on both sides',
    ),
  ];
}
