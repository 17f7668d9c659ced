import {
  compileCodec,
  createMessage as create,
  defaultRegistry,
  type Codec,
  type InterfaceClassTypes,
  type Message,
  type MessageClass,
} from '@roslet/interfaces';
import { expandTopicName as expand } from '@roslet/rmw';
import { Context } from './context/context';
import { TypeValidationError } from './errors';
import { absoluteNamespace, checkingNames } from './node/names';
import { Node } from './node/node';
import type { NodeOptions } from './node/node-options';
import { withoutRosArguments } from './ros-args/parse';
import { loadInterface } from './types/load';
import type { AnyMessage, MessageOf, MessageTypeClass } from './types/type-class';

/**
 * Begins the life of a context: joins its ROS domain and reads the ROS arguments of the command line.
 *
 * Rejects with an `OperationError` (`ALREADY_INITIALIZED`), and with a `ValidationError` for ROS arguments that are not understood.
 */
export async function init(context = Context.defaultContext(), argv: string[] = process.argv): Promise<void> {
  requireArguments(argv);
  context.initialize(argv);
}

/** Destroys the context's nodes and leaves the domain. */
export function shutdown(context = Context.defaultContext()): void {
  context.shutdown();
}

export function shutdownAll(): void {
  Context.shutdownAll();
}

export function isShutdown(context = Context.defaultContext()): boolean {
  return !context.isInitialized();
}

/** The same as `new Node(…)`. */
export function createNode(
  nodeName: string,
  namespace?: string,
  context?: Context,
  options?: NodeOptions | Partial<NodeOptions>,
  args?: string[],
  useGlobalArguments?: boolean,
): Node {
  return new Node(nodeName, namespace, context, options, args, useGlobalArguments);
}

/** The same as `node.spin()`. */
export function spin(node: Node, timeout = 10): void {
  node.spin(timeout);
}

/** The same as `node.spinOnce(timeout)`. */
export function spinOnce(node: Node, timeout = 10): void {
  node.spinOnce(timeout);
}

/** The arguments that are not meant for ROS: all but those between `--ros-args` and `--` or the end. */
export function removeROSArgs(argv: string[]): string[] {
  requireArguments(argv);
  return withoutRosArguments(argv);
}

/**
 * The class of a message, service or action type, such as `std_msgs/msg/String`; or, for a package's name, all its types by
 * kind and name.
 *
 * @throws {ValidationError} `MESSAGE_NOT_FOUND`, `INVALID_INTERFACE_FORMAT`
 */
export function requireInterface<const N extends keyof InterfaceClassTypes>(name: N): InterfaceClassTypes[N];
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an interface or a package, by the form of the name
export function requireInterface(name: unknown): any;
export function requireInterface(name: unknown): unknown {
  return loadInterface(name);
}

/** A message object with all fields at their defaults. */
export function createMessage(type: MessageTypeClass): Message & AnyMessage {
  loadInterface(type);
  return create(type);
}

/** A plain object with all fields of a message type at their defaults. */
export function createMessageObject<const T extends MessageTypeClass>(type: T): MessageOf<T> {
  return createMessage(type).toPlainObject() as MessageOf<T>;
}

/** The serialized form of a message: four bytes that say how, then CDR. */
export function serializeMessage<M extends object>(message: object, typeClass: MessageClass<M>): Buffer {
  if (typeof message !== 'object' || message === null) throw new TypeValidationError('message', message, 'object');
  const bytes = codecOf(typeClass).serialize(message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The message object that serialized bytes stand for. */
export function deserializeMessage<M extends object>(buffer: Uint8Array, typeClass: MessageClass<M>): Message & M {
  if (!ArrayBuffer.isView(buffer)) throw new TypeValidationError('buffer', buffer, 'Buffer');
  return new typeClass(codecOf(typeClass).decode(buffer));
}

/** The full name of a topic as a node of that name and namespace means it. */
export function expandTopicName(topicName: string, nodeName: string, nodeNamespace = '/'): string {
  if (typeof topicName !== 'string') throw new TypeValidationError('topicName', topicName, 'string');
  return checkingNames('topic', nodeName, () => expand(topicName, nodeName, absoluteNamespace(nodeNamespace)));
}

/** Whether tools leave the name out of their lists: when a part of it begins with an underscore. */
export function isTopicOrServiceHidden(name: string): boolean {
  if (typeof name !== 'string') throw new TypeValidationError('name', name, 'string');
  return name.split('/').some((part) => part.startsWith('_'));
}

/** Nothing to do: types are read from their definitions when they are first used. */
export async function regenerateAll(): Promise<void> {}

function codecOf(typeClass: { readonly typeName: string }): Codec<object> {
  if (typeof (typeClass as unknown) !== 'function' || typeof typeClass.typeName !== 'string') {
    throw new TypeValidationError('typeClass', typeClass, 'a message class');
  }
  return compileCodec(typeClass.typeName, defaultRegistry().resolve) as Codec<object>;
}

function requireArguments(argv: unknown): void {
  if (!Array.isArray(argv)) throw new TypeValidationError('argv', argv, 'array of strings');
  const wrong = (argv as unknown[]).findIndex((argument) => typeof argument !== 'string');
  if (wrong >= 0) throw new TypeValidationError(`argv[${wrong}]`, (argv as unknown[])[wrong], 'string');
}
