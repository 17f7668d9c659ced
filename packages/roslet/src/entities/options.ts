import { TypeValidationError, ValidationError } from '../errors';
import type { QosInput } from '../qos/profile';
import { QoS } from '../qos/qos';
import { isSerializationMode, type SerializationMode } from '../types/serialization-mode';

/** What publishers, subscriptions, services and clients can be told. */
export interface EntityOptions {
  /** False to receive plain arrays of numbers instead of typed arrays. */
  enableTypedArray?: boolean | undefined;
  /** Subscriptions: true to receive the serialized message as a Buffer. */
  isRaw?: boolean | undefined;
  /** Subscriptions: `plain` for plain arrays, `json` for what JSON.stringify accepts. */
  serializationMode?: SerializationMode | undefined;
  /**
   * Subscriptions, services and clients: true to receive messages, requests or responses of 4 KiB and more as views on the sender's memory, without
   * a copy. Give them back soon: `loanOf(message).release()`. Without effect where plain arrays are asked for, which are copies.
   */
  loan?: boolean | undefined;
  qos?: QosInput | undefined;
  contentFilter?: SubscriptionContentFilter | undefined;
}

export interface SubscriptionContentFilter {
  readonly expression: string;
  readonly parameters?: unknown[] | undefined;
}

/** Options with nothing left open. */
export interface CompleteEntityOptions extends EntityOptions {
  enableTypedArray: boolean;
  isRaw: boolean;
  serializationMode: SerializationMode;
  qos: QosInput;
}

/** The options that `Node.getDefaultOptions()` gives. */
export function defaultEntityOptions(): CompleteEntityOptions {
  return {
    enableTypedArray: true,
    isRaw: false,
    qos: QoS.profileDefault,
    contentFilter: undefined,
    serializationMode: 'default',
  };
}

/** Whether the middleware is to lend what it receives: for plain arrays it is copied anyway. */
export function wantsLoans(options: CompleteEntityOptions): boolean | undefined {
  const copies = !options.isRaw && (!options.enableTypedArray || options.serializationMode !== 'default');
  return copies ? undefined : options.loan;
}

/** Fills in and checks what a program gave. */
export function completeEntityOptions(options: unknown, nodeName: string): CompleteEntityOptions {
  if (options === undefined) return defaultEntityOptions();
  if (typeof options !== 'object' || options === null) {
    throw new TypeValidationError('options', options, 'object', { nodeName });
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const complete = { ...defaultEntityOptions(), ...Object.fromEntries(given) };
  if (isSerializationMode(complete.serializationMode)) return complete;
  throw new ValidationError(
    `Invalid serializationMode: expected 'default', 'plain' or 'json', got '${String(complete.serializationMode)}'`,
    {
      code: 'INVALID_SERIALIZATION_MODE',
      argumentName: 'serializationMode',
      providedValue: complete.serializationMode,
      expectedType: "'default' | 'plain' | 'json'",
      nodeName,
    },
  );
}
