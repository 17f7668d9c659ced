import type { InterfaceRegistry } from '../registry/interface-registry';
import type { InterfaceTypeInfo, MessageClass } from './message';
import { messageClass, typeInfo } from './message-class';

/** A service's classes, as rclnodejs has them, and the message that service introspection publishes. */
export interface ServiceClass<
  Q extends MessageClass = MessageClass,
  S extends MessageClass = MessageClass,
  E extends MessageClass = MessageClass,
> {
  readonly Request: Q;
  readonly Response: S;
  readonly Event: E;
  readonly typeName: string;
  type(): InterfaceTypeInfo;
}

/** The services and messages an action travels by, for whoever implements actions. */
export interface ActionImplementation {
  readonly SendGoalService: ServiceClass;
  readonly GetResultService: ServiceClass;
  readonly FeedbackMessage: MessageClass;
  readonly CancelGoal: ServiceClass;
  readonly GoalStatusArray: MessageClass;
}

/** An action's classes, as rclnodejs has them. */
export interface ActionClass<
  G extends MessageClass = MessageClass,
  R extends MessageClass = MessageClass,
  F extends MessageClass = MessageClass,
> {
  readonly Goal: G;
  readonly Result: R;
  readonly Feedback: F;
  readonly impl: ActionImplementation;
  readonly typeName: string;
  type(): InterfaceTypeInfo;
}

const services = new WeakMap<InterfaceRegistry, Map<string, ServiceClass>>();
const actions = new WeakMap<InterfaceRegistry, Map<string, ActionClass>>();

/** @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError */
export function serviceClass(registry: InterfaceRegistry, name: string): ServiceClass {
  return remembered(services, registry, registry.service(name).name, (full) =>
    interfaceClass<ServiceClass>(full, {
      Request: () => messageClass(registry, `${full}_Request`),
      Response: () => messageClass(registry, `${full}_Response`),
      Event: () => messageClass(registry, `${full}_Event`),
    }),
  );
}

/** @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError */
export function actionClass(registry: InterfaceRegistry, name: string): ActionClass {
  return remembered(actions, registry, registry.action(name).name, (full) => {
    const impl = lazyProperties<ActionImplementation>(
      {},
      {
        SendGoalService: () => serviceClass(registry, `${full}_SendGoal`),
        GetResultService: () => serviceClass(registry, `${full}_GetResult`),
        FeedbackMessage: () => messageClass(registry, `${full}_FeedbackMessage`),
        CancelGoal: () => serviceClass(registry, 'action_msgs/srv/CancelGoal'),
        GoalStatusArray: () => messageClass(registry, 'action_msgs/msg/GoalStatusArray'),
      },
    );
    return interfaceClass<ActionClass>(full, {
      Goal: () => messageClass(registry, `${full}_Goal`),
      Result: () => messageClass(registry, `${full}_Result`),
      Feedback: () => messageClass(registry, `${full}_Feedback`),
      impl: () => impl,
    });
  });
}

function remembered<T>(
  cache: WeakMap<InterfaceRegistry, Map<string, T>>,
  registry: InterfaceRegistry,
  name: string,
  make: (name: string) => T,
): T {
  const known = cache.get(registry) ?? new Map<string, T>();
  cache.set(registry, known);
  const value = known.get(name) ?? make(name);
  known.set(name, value);
  return value;
}

/** rclnodejs's services and actions are classes with static members only; programs test for `typeof … === 'function'`. */
function interfaceClass<T extends object>(fullName: string, parts: Record<string, () => unknown>): T {
  const made = class {};
  const info = typeInfo(fullName);
  Object.defineProperties(made, {
    name: { value: info.interfaceName },
    typeName: { value: fullName },
    type: { value: () => ({ ...info }) },
  });
  return lazyProperties<T>(made, parts);
}

function lazyProperties<T extends object>(target: object, parts: Record<string, () => unknown>): T {
  for (const [name, get] of Object.entries(parts)) Object.defineProperty(target, name, { enumerable: true, get });
  return target as T;
}
