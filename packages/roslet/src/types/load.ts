import {
  loadInterface as load,
  type InterfaceClass,
  type InterfacePackage,
  type InterfaceRegistry,
} from '@roslet/interfaces';
import { TypeNotFoundError } from '@roslet/interfaces';
import { TypeValidationError, ValidationError } from '../errors';

export type LoadedMessage = Extract<InterfaceClass, { ROSMessageDef: unknown }>;
export type LoadedService = Extract<InterfaceClass, { Request: unknown }>;

/**
 * The class of an interface, or the interfaces of a whole package.
 *
 * @throws {ValidationError} `MESSAGE_NOT_FOUND` when nobody defines it, `INVALID_INTERFACE_FORMAT` when the name has another
 *   form than `package/msg/Name`
 */
export function loadInterface(reference: unknown, registry?: InterfaceRegistry): InterfaceClass | InterfacePackage {
  try {
    return load(reference as string, registry);
  } catch (error) {
    const notFound = error instanceof TypeNotFoundError;
    if (!notFound && !isNameError(error)) throw error;
    throw new ValidationError((error as Error).message, {
      code: notFound ? 'MESSAGE_NOT_FOUND' : 'INVALID_INTERFACE_FORMAT',
      argumentName: 'typeClass',
      providedValue: reference,
      entityType: 'interface loader',
      cause: error,
    });
  }
}

function isNameError(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_ROSLET_TYPE_NAME';
}

/** @param context what the type is for, for error messages */
export function loadMessage(reference: unknown, context: LoadContext): LoadedMessage {
  const loaded = loadInterface(reference, context.registry);
  if ('ROSMessageDef' in loaded) return loaded;
  throw wrongKind(reference, 'a message type such as std_msgs/msg/String', context);
}

export function loadService(reference: unknown, context: LoadContext): LoadedService {
  const loaded = loadInterface(reference, context.registry);
  if ('Request' in loaded && 'Response' in loaded) return loaded;
  throw wrongKind(reference, 'a service type such as std_srvs/srv/Trigger', context);
}

export interface LoadContext {
  readonly nodeName: string;
  readonly entityType: string;
  readonly entityName: string;
  readonly registry: InterfaceRegistry | undefined;
}

function wrongKind(reference: unknown, expected: string, { nodeName, entityType, entityName }: LoadContext): Error {
  return new TypeValidationError('typeClass', reference, expected, { nodeName, entityType, entityName });
}
