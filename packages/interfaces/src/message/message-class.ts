import type { MessageDescription } from '../model';
import { parseInterfaceName } from '../names';
import type { InterfaceRegistry } from '../registry/interface-registry';
import { planField, type FieldPlan } from './field-plan';
import { accessorFor, Message, setUpFields, type InterfaceTypeInfo, type MessageClass } from './message';
import { rosMessageDef } from './ros-message-def';

const classes = new WeakMap<InterfaceRegistry, Map<string, MessageClass>>();

/**
 * The class of a message, a section of a service or action, or a derived structure. One class a registry and type.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function messageClass(registry: InterfaceRegistry, name: string): MessageClass {
  const known = classes.get(registry) ?? new Map<string, MessageClass>();
  classes.set(registry, known);
  const existing = known.get(name);
  if (existing) return existing;
  const description = registry.resolve(name);
  const made = known.get(description.name) ?? makeClass(description, (nested) => messageClass(registry, nested));
  known.set(description.name, made);
  known.set(name, made);
  return made;
}

/** The parts rclnodejs's `type()` tells. */
export function typeInfo(fullName: string): InterfaceTypeInfo {
  const { package: pkgName, kind = 'msg', name: interfaceName } = parseInterfaceName(fullName);
  return { pkgName, subFolder: kind, interfaceName };
}

function makeClass(description: MessageDescription, classOf: (name: string) => MessageClass): MessageClass {
  const plans: FieldPlan[] = description.fields.map((field) => planField(description.name, field, classOf));
  const accessors = Object.fromEntries(
    plans.filter((plan) => plan.converts).map((plan) => [plan.name, accessorFor(plan)]),
  );
  const made = class extends Message {
    constructor(init?: unknown) {
      super();
      setUpFields(this, plans, accessors, init);
    }
  };
  const info = typeInfo(description.name);
  Object.defineProperties(made, {
    name: { value: info.interfaceName },
    type: { value: () => ({ ...info }) },
    typeName: { value: description.name },
    description: { value: description },
    classType: { get: () => made },
    ROSMessageDef: { get: () => rosMessageDef(description) },
    isROSArray: { value: false },
  });
  for (const { name, value } of description.constants) {
    Object.defineProperty(made, name, { value, enumerable: true });
  }
  return made as unknown as MessageClass;
}
