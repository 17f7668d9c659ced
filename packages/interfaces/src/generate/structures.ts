import type { MessageDescription, ServiceDescription } from '../model';
import { parseInterfaceName } from '../names';
import type { InterfaceRegistry } from '../registry/interface-registry';

/** One interface with all structures it stands for: itself, its sections, and what ROS 2 derives from them. */
export interface InterfaceStructures {
  readonly name: string;
  readonly kind: 'msg' | 'srv' | 'action';
  readonly structures: readonly MessageDescription[];
}

/** @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError */
export function structuresOf(registry: InterfaceRegistry, name: string): InterfaceStructures {
  const { kind = 'msg' } = parseInterfaceName(name);
  if (kind === 'msg') return { name, kind, structures: [registry.message(name)] };
  if (kind === 'srv') return { name, kind, structures: partsOf(registry.service(name)) };
  const action = registry.action(name);
  const structures = [
    action.goal,
    action.result,
    action.feedback,
    ...partsOf(action.sendGoal),
    ...partsOf(action.getResult),
    action.feedbackMessage,
  ];
  return { name, kind, structures };
}

function partsOf(service: ServiceDescription): MessageDescription[] {
  return [service.request, service.response, service.event];
}

/** The named interfaces and every message nested in them, sorted; those for which `isKnown` are left out. */
export function closureOf(
  registry: InterfaceRegistry,
  names: readonly string[],
  isKnown: (name: string) => boolean,
): InterfaceStructures[] {
  const found = new Map<string, InterfaceStructures>();
  const visit = (name: string): void => {
    if (found.has(name) || isKnown(name)) return;
    const structures = structuresOf(registry, name);
    found.set(name, structures);
    for (const structure of structures.structures) {
      for (const { type } of structure.fields) {
        if (type.nested !== undefined && parseInterfaceName(type.nested).kind === 'msg') visit(type.nested);
      }
    }
  };
  names.forEach(visit);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
