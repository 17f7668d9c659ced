import { type Endpoint } from '../graph/endpoint';
import { type QosMismatch } from '../qos/compatibility';
import { type RmwWarning } from '../warnings';

/** `reporter`: the local endpoint in whose name the warning is given. */
export function incompatibleQos(
  provider: Endpoint,
  consumer: Endpoint,
  mismatch: QosMismatch,
  reporter: Endpoint,
): RmwWarning {
  const { policy, offered, requested } = mismatch;
  return {
    code: 'incompatible-qos',
    node: reporter.node.fullName,
    message:
      `${described(requested, policy)} subscription of ${consumer.name} (node ${consumer.node.fullName}) gets nothing from the ` +
      `${described(offered, policy)} publisher (node ${provider.node.fullName}): incompatible ${policy}, requested ${requested}, ` +
      `offered ${offered}; give both the same ${policy}`,
  };
}

/** `RELIABLE`, but `2 s deadline`. */
function described(value: string, policy: string): string {
  return /^[A-Z_]+$/.test(value) && value !== 'INFINITE' ? value : `${value} ${policy}`;
}

export function incompatibleType(provider: Endpoint, consumer: Endpoint, reporter: Endpoint): RmwWarning {
  const one = typeText(provider, consumer);
  const other = typeText(consumer, provider);
  return {
    code: 'incompatible-type',
    node: reporter.node.fullName,
    message:
      `the ${provider.kind} of ${provider.name} (node ${provider.node.fullName}) has type ${one}, but the ${consumer.kind} ` +
      `(node ${consumer.node.fullName}) has type ${other}, so they do not talk to each other; use one type on both sides`,
  };
}

/** With the hash when the names alone do not tell them apart. */
function typeText(endpoint: Endpoint, other: Endpoint): string {
  return endpoint.type === other.type ? `${endpoint.type} (${endpoint.typeHash})` : endpoint.type;
}
