import { validateFullName, validateTopicName } from './validate';

/** `/ns/name`, or `/name` in the root namespace. */
export function fullNodeName(namespace: string, name: string): string {
  return namespace === '/' ? `/${name}` : `${namespace}/${name}`;
}

/**
 * The fully qualified form of a topic or service name as a node writes it (`rcl_expand_topic_name`): `~` is the node's full name,
 * `{node}` its name, `{ns}` and `{namespace}` its namespace, and a relative name lies in the namespace.
 *
 * @throws NameError when the name, or what it expands to, is not valid.
 */
export function expandTopicName(name: string, nodeName: string, namespace: string): string {
  validateTopicName(name);
  const substituted = name
    .replace(/^~/, () => fullNodeName(namespace, nodeName))
    .replace(/\{(?:ns|namespace)\}/g, () => namespace)
    .replaceAll('{node}', () => nodeName);
  const absolute = substituted.startsWith('/') ? substituted : fullNodeName(namespace, substituted);
  // `/{ns}/chatter` begins with two slashes once the namespace is in; ROS 2 reads it as one.
  const expanded = absolute.replace(/\/{2,}/g, '/');
  validateFullName(expanded);
  return expanded;
}
