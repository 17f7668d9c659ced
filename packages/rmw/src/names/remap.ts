import { RemapRuleError } from '../errors';
import { checkNamespace, checkNodeName, checkTopicName, type NameProblem } from './validate';
import { expandTopicName } from './expand';

/** A rule of the form `[node:][rostopic://|rosservice://]from:=to`, `[node:]__node:=name` or `[node:]__ns:=/namespace`. */
export interface RemapRule {
  /** The node it is for; undefined for all. */
  readonly node: string | undefined;
  readonly kind: 'topic' | 'service' | 'topic-or-service' | 'node-name' | 'namespace';
  /** Empty for node names and namespaces. */
  readonly from: string;
  readonly to: string;
}

/**
 * Reads one remapping rule of a `--ros-args -r` option.
 *
 * @throws RemapRuleError
 */
export function parseRemapRule(text: string): RemapRule {
  const parts = text.split(':=');
  const [left, to] = parts;
  if (parts.length !== 2 || left === undefined || to === undefined || left === '' || to === '') {
    throw new RemapRuleError(`expected a remapping rule "[node:]from:=to", got "${text}"`);
  }
  const { node, scheme, from } = splitLeft(left, text);
  const special = scheme === undefined ? specialRule(from) : undefined;
  if (special !== undefined) {
    check(text, to, special === 'node-name' ? checkNodeName(to) : checkNamespace(to));
    return { node, kind: special, from: '', to };
  }
  check(text, from, checkTopicName(from));
  check(text, to, checkTopicName(to));
  return { node, kind: scheme ?? 'topic-or-service', from, to };
}

function splitLeft(left: string, text: string) {
  // The colon of `rostopic://` does not end a node's name.
  const match = /^(?:([^:/]+):(?!\/\/))?(?:(rostopic|rosservice):\/\/)?([^:]+)$/.exec(left);
  const [, node, scheme, from] = match ?? [];
  if (from === undefined) throw new RemapRuleError(`expected a remapping rule "[node:]from:=to", got "${text}"`);
  if (node !== undefined) check(text, node, checkNodeName(node));
  const kind = scheme === undefined ? undefined : scheme === 'rostopic' ? ('topic' as const) : ('service' as const);
  return { node, scheme: kind, from };
}

function specialRule(from: string): 'node-name' | 'namespace' | undefined {
  if (from === '__node' || from === '__name') return 'node-name';
  return from === '__ns' ? 'namespace' : undefined;
}

function check(text: string, part: string, problem: NameProblem | undefined): void {
  if (problem === undefined) return;
  throw new RemapRuleError(
    `expected a remapping rule "[node:]from:=to", got "${text}": "${part}" is wrong: ${problem.reason}`,
  );
}

/** Name and namespace of a node after the rules. Rules for a node are selected by its name as the program gave it. */
export function remapNode(
  rules: readonly RemapRule[],
  name: string,
  namespace: string,
): { name: string; namespace: string } {
  const first = (kind: RemapRule['kind']) =>
    rules.find((rule) => rule.kind === kind && (rule.node === undefined || rule.node === name))?.to;
  return { name: first('node-name') ?? name, namespace: first('namespace') ?? namespace };
}

/**
 * A fully qualified topic or service name after the rules: the first rule that fits wins, and is not applied again to its result.
 * Both sides of a rule are expanded in the node (its name and namespace after remapping).
 *
 * @throws NameError when a rule expands to an invalid name in this node.
 */
export function remapName(
  rules: readonly RemapRule[],
  kind: 'topic' | 'service',
  expandedName: string,
  node: { readonly name: string; readonly namespace: string; readonly originalName?: string },
): string {
  for (const rule of rules) {
    if (rule.kind !== kind && rule.kind !== 'topic-or-service') continue;
    if (rule.node !== undefined && rule.node !== node.name && rule.node !== node.originalName) continue;
    if (expandTopicName(rule.from, node.name, node.namespace) === expandedName) {
      return expandTopicName(rule.to, node.name, node.namespace);
    }
  }
  return expandedName;
}
