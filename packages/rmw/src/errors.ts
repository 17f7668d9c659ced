import { RosletError } from '@roslet/interfaces/internal';

export { RosletError };

/** Every code this package throws, with what it means. docs/errors.md holds one row for each. */
export const ERROR_CODES = {
  ERR_ROSLET_ENVIRONMENT: 'An environment variable that Roslet reads has a wrong value.',
  ERR_ROSLET_OPTION: 'An option of a context, a node or an endpoint has a wrong type or value, or is unknown.',
  ERR_ROSLET_NAME: 'The name of a node, namespace, topic or service breaks the rules of ROS 2 names.',
  ERR_ROSLET_REMAP_RULE: 'A remapping rule cannot be read.',
  ERR_ROSLET_QOS: 'A quality-of-service profile has an unknown policy or a value out of range.',
  ERR_ROSLET_CLOSED: 'The context, node or endpoint was used after it was closed.',
  ERR_ROSLET_INTERFACE_KIND:
    'An interface of another kind was given: a topic takes a message, a service takes a service.',
  ERR_ROSLET_NO_SPACE: 'The message fits neither the free shared memory nor what this publisher may hold.',
  ERR_ROSLET_PUBLISH_REENTRANT: 'A getter of the message published on the same publisher while it was being encoded.',
  ERR_ROSLET_PUBLISH_TIMEOUT: 'Readers did not make room for a message within the maximum blocking time.',
  ERR_ROSLET_SERIALIZED: 'Bytes handed over as a serialized message are too short to be one, or no bytes at all.',
  ERR_ROSLET_SERVICE_UNAVAILABLE: 'A call was made while no server of the service is in the graph.',
  ERR_ROSLET_SERVICE_SERVER_DIED: 'Every server that had a request left the graph before it answered.',
  ERR_ROSLET_SERVICE_TIMEOUT: 'A call was not answered in time.',
  ERR_ROSLET_SERVICE_RESPONSE: 'A response arrived that does not decode.',
  ERR_ROSLET_SERVICE_REQUEST: 'A response was given to something that is not an open request of this service.',
} as const;

export type RmwErrorCode = keyof typeof ERROR_CODES;

/** A wrong environment variable. */
export class EnvironmentError extends RosletError {
  readonly variable: string;

  constructor(variable: string, message: string, options?: ErrorOptions) {
    super('ERR_ROSLET_ENVIRONMENT', message, options);
    this.variable = variable;
  }
}

/** A wrong or unknown option. */
export class OptionError extends RosletError {
  constructor(message: string, options?: ErrorOptions) {
    super('ERR_ROSLET_OPTION', message, options);
  }
}

/** A name that ROS 2 does not allow; `index` is the position of the first offending character. */
export class NameError extends RosletError {
  readonly value: string;
  readonly index: number;

  constructor(value: string, index: number, message: string) {
    super('ERR_ROSLET_NAME', message);
    this.value = value;
    this.index = index;
  }
}

/** A remapping rule that cannot be read. */
export class RemapRuleError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_REMAP_RULE', message);
  }
}

/** A wrong quality-of-service profile. */
export class QosError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_QOS', message);
  }
}

/** Something was used after it, its node or its context was closed. */
export class ClosedError extends RosletError {
  constructor(what: string) {
    super('ERR_ROSLET_CLOSED', `expected ${what} to be open, but it was closed; create a new one`);
  }
}

/** An interface of the wrong kind. */
export class InterfaceKindError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_INTERFACE_KIND', message);
  }
}

/** No shared memory for a message. */
export class NoSpaceError extends RosletError {
  /** Serialized size of the message. */
  readonly neededBytes: number;
  /** What the publisher may hold at most (`maxBytes`). */
  readonly limitBytes: number;

  constructor(topic: string, neededBytes: number, limitBytes: number) {
    super(
      'ERR_ROSLET_NO_SPACE',
      `expected room for a message of ${neededBytes} bytes on ${topic}, but neither the shared memory nor the limit of ` +
        `${limitBytes} bytes a publisher leaves it; free space in /dev/shm, raise maxBytes, or lower the history depth`,
    );
    this.neededBytes = neededBytes;
    this.limitBytes = limitBytes;
  }
}

/** A message's getter published on the publisher that was encoding the message, or something it lent is still out. */
export class ReentrantPublishError extends RosletError {
  constructor(topic: string) {
    super(
      'ERR_ROSLET_PUBLISH_REENTRANT',
      `expected one publish at a time on ${topic}, but a getter of the message published again (read its value before publishing), or a loan is out (publish or release it)`,
    );
  }
}

/** Readers did not take messages fast enough for `publishWhenReady`. */
export class PublishTimeoutError extends RosletError {
  constructor(topic: string, milliseconds: number) {
    super(
      'ERR_ROSLET_PUBLISH_TIMEOUT',
      `expected the readers of ${topic} to make room within ${milliseconds} ms, but they did not; ` +
        'look for a stopped or slow subscriber, or raise maxBlockingTimeMillis',
    );
  }
}

/** Not a serialized message. */
export class SerializedMessageError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_SERIALIZED', message);
  }
}

/** No server of a service. */
export class ServiceUnavailableError extends RosletError {
  constructor(service: string) {
    super(
      'ERR_ROSLET_SERVICE_UNAVAILABLE',
      `expected a server of ${service}, but the graph has none; start one, or await client.waitForServer() first`,
    );
  }
}

/** The servers that had the request ended or died before they answered. */
export class ServiceServerDiedError extends RosletError {
  constructor(service: string) {
    super(
      'ERR_ROSLET_SERVICE_SERVER_DIED',
      `expected an answer from ${service}, but its server left the graph before it answered; ` +
        'the request may or may not have been carried out: call again if that is safe',
    );
  }
}

/** No answer in time. `name` is `TimeoutError`, as that of `AbortSignal.timeout()`. */
export class ServiceTimeoutError extends RosletError {
  constructor(service: string, milliseconds: number) {
    super(
      'ERR_ROSLET_SERVICE_TIMEOUT',
      `expected an answer from ${service} within ${milliseconds} ms, but none came; ` +
        'check that its node is spinning, or raise the timeout',
    );
    this.name = 'TimeoutError';
  }
}

/** A response that does not decode. */
export class ServiceResponseError extends RosletError {
  constructor(service: string, cause: unknown) {
    super('ERR_ROSLET_SERVICE_RESPONSE', `expected a response of ${service} that decodes, but ${reasonOf(cause)}`, {
      cause,
    });
  }
}

/** Not an open request of the service. */
export class ServiceRequestError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_SERVICE_REQUEST', message);
  }
}

/** The message of whatever was thrown. */
export function reasonOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return String(thrown.message);
  return String(thrown);
}
