import { TypeNameError, TypeNotFoundError } from '../errors';
import type { InterfaceClassTypes } from '../generated/message-types';
import { INTERFACE_KINDS, parseInterfaceName, splitDerivedName, type InterfaceKind } from '../names';
import { defaultRegistry } from '../registry/default-registry';
import type { InterfaceRegistry } from '../registry/interface-registry';
import { actionClass, serviceClass, type ActionClass, type ServiceClass } from './interface-classes';
import type { InterfaceTypeInfo, Message, MessageClass } from './message';
import { messageClass } from './message-class';

/** What `loadInterface` returns for one interface. */
export type InterfaceClass = MessageClass | ServiceClass | ActionClass;

/** What `loadInterface` returns for a package: its interfaces by kind and name, each loaded when it is first read. */
export type InterfacePackage = Record<InterfaceKind, Record<string, InterfaceClass>>;

/** rclnodejs's object form of a type name. */
export interface InterfaceObject {
  readonly package: string;
  readonly type: string;
  readonly name: string;
}

/** The ways to name one interface: text, object, or the class itself. */
export type InterfaceReference = string | InterfaceObject | { type(): InterfaceTypeInfo };

/**
 * Loads an interface as rclnodejs's `require` does: `'std_msgs/msg/String'`, `{package, type, name}`, a class that
 * was loaded before (returned as it is), or a whole package (`'std_msgs'`). The short form `package/Name` is refused.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function loadInterface<N extends keyof InterfaceClassTypes>(
  name: N,
  registry?: InterfaceRegistry,
): InterfaceClassTypes[N];
export function loadInterface(
  reference: Exclude<InterfaceReference, string> | `${string}/${string}`,
  registry?: InterfaceRegistry,
): InterfaceClass;
export function loadInterface(
  reference: InterfaceReference,
  registry?: InterfaceRegistry,
): InterfaceClass | InterfacePackage;
export function loadInterface(
  reference: InterfaceReference,
  registry: InterfaceRegistry = defaultRegistry(),
): InterfaceClass | InterfacePackage {
  if (typeof reference === 'function' && isInterfaceClass(reference)) return reference;
  if (typeof reference === 'string') {
    return reference.includes('/') ? loadByName(reference, registry) : loadPackage(reference, registry);
  }
  if (typeof reference === 'object' && reference !== null && 'package' in reference) {
    return loadByName(`${reference.package}/${reference.type}/${reference.name}`, registry);
  }
  throw new TypeNameError(
    `expected an interface as 'package/kind/Name', as {package, type, name} or as its class, got ${typeof reference}`,
  );
}

/**
 * A message object of this type with all fields at their defaults.
 *
 * @throws like `loadInterface`; TypeNameError for a service or action
 */
export function createMessage(reference: InterfaceReference, registry: InterfaceRegistry = defaultRegistry()): Message {
  const loaded = loadInterface(reference, registry);
  if (!('ROSMessageDef' in loaded)) {
    throw new TypeNameError(
      `expected a message type, '${referenceText(reference)}' names a service, an action or a package`,
    );
  }
  return new loaded();
}

/** Like `createMessage`, as a plain object. */
export function createMessageObject(
  reference: InterfaceReference,
  registry: InterfaceRegistry = defaultRegistry(),
): Record<string, unknown> {
  return createMessage(reference, registry).toPlainObject();
}

function referenceText(reference: InterfaceReference): string {
  if (typeof reference === 'string') return reference;
  const { pkgName, subFolder, interfaceName } =
    'package' in reference
      ? { pkgName: reference.package, subFolder: reference.type, interfaceName: reference.name }
      : reference.type();
  return `${pkgName}/${subFolder}/${interfaceName}`;
}

function isInterfaceClass(value: unknown): value is InterfaceClass {
  return typeof (value as { type?: unknown }).type === 'function';
}

function loadByName(name: string, registry: InterfaceRegistry): InterfaceClass {
  const parsed = parseInterfaceName(name);
  const { kind } = parsed;
  if (kind === undefined) {
    throw new TypeNameError(`expected the kind in the middle (package/msg/Name, package/srv/Name), got '${name}'`);
  }
  const suffix = splitDerivedName({ ...parsed, kind })?.[1];
  if (suffix === 'SendGoal' || suffix === 'GetResult') return serviceClass(registry, name);
  if (suffix !== undefined || kind === 'msg') return messageClass(registry, name);
  return kind === 'srv' ? serviceClass(registry, name) : actionClass(registry, name);
}

function loadPackage(pkg: string, registry: InterfaceRegistry): InterfacePackage {
  const names = registry.list({ package: pkg });
  if (names.length === 0) {
    throw new TypeNotFoundError(pkg, `expected a package that defines interfaces, '${pkg}' is none`, []);
  }
  const loaded = Object.fromEntries(INTERFACE_KINDS.map((kind) => [kind, {}])) as InterfacePackage;
  for (const full of names) {
    const { kind = 'msg', name } = parseInterfaceName(full);
    Object.defineProperty(loaded[kind], name, { enumerable: true, get: () => loadByName(full, registry) });
  }
  return loaded;
}
