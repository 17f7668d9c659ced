import { messageClass } from '../message/message-class';
import { parseInterfaceName, splitDerivedName } from '../names';
import type { InterfaceRegistry } from '../registry/interface-registry';

/**
 * A message with all fields at their defaults, as plain data to write as YAML or JSON (numbers in plain arrays, 64-bit
 * integers as bigint). For a service that of its request, for an action that of its goal, as `ros2 interface proto`.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function prototypeOf(registry: InterfaceRegistry, name: string): Record<string, unknown> {
  return new (messageClass(registry, sentStructure(registry.fullName(name))))().toPlainObject(false);
}

function sentStructure(fullName: string): string {
  const { package: pkg, kind = 'msg', name } = parseInterfaceName(fullName);
  const suffix = splitDerivedName({ package: pkg, kind, name })?.[1];
  if (suffix === 'SendGoal' || suffix === 'GetResult') return `${fullName}_Request`;
  if (kind === 'msg' || suffix !== undefined) return fullName;
  return `${fullName}_${kind === 'srv' ? 'Request' : 'Goal'}`;
}
