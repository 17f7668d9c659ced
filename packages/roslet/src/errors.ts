/**
 * The error classes of rclnodejs, with rclnodejs's own codes, so that a program's `catch` works unchanged.
 *
 * Errors of the layers below (`ERR_ROSLET_…`) come through where rclnodejs has no class for them.
 */
export { RosletError } from '@roslet/interfaces';
export { RclNodeError, type RclNodeErrorOptions } from './errors/base';
export {
  MessageValidationError,
  NameValidationError,
  RangeValidationError,
  TypeValidationError,
  ValidationError,
  type MessageIssue,
  type ValidationErrorOptions,
} from './errors/validation';
export {
  AbortError,
  NativeError,
  NodeNotFoundError,
  OperationError,
  ServiceNotFoundError,
  ServiceServerDiedError,
  TimeoutError,
} from './errors/operation';
export {
  ActionError,
  ActionServerNotFoundError,
  GoalRejectedError,
  ParameterError,
  ParameterNotFoundError,
  ParameterTypeError,
  PublisherError,
  ReadOnlyParameterError,
  SubscriptionError,
  TopicError,
} from './errors/entity';

/** Every code this package throws, with what it means. docs/errors.md holds one row for each. */
export const ERROR_CODES = {
  UNKNOWN_ERROR: 'An error without a code of its own.',
  VALIDATION_ERROR: 'A value that the called function cannot accept.',
  INVALID_TYPE: 'An argument has the wrong type.',
  OUT_OF_RANGE: 'A value of the right type lies outside of its range.',
  INVALID_NAME: "A topic, service, node or namespace name breaks ROS 2's rules.",
  INVALID_ROS_ARGUMENTS: 'An argument after --ros-args cannot be understood.',
  INVALID_PARAMETERS_FILE: 'A file given by --params-file cannot be read as ROS 2 parameters.',
  INVALID_SERIALIZATION_MODE: "A subscription's serializationMode is none of 'default', 'plain' and 'json'.",
  INVALID_INTERFACE_FORMAT: "A type is not given in the form 'package/msg/Name'.",
  MESSAGE_NOT_FOUND: 'No source of definitions has an interface of this name.',
  MESSAGE_VALIDATION_ERROR: 'A message does not fit its type.',
  OPERATION_ERROR: 'Something that was asked for correctly could not be done.',
  CONTEXT_NOT_INITIALIZED:
    'A node, timer or wait needs a context that was initialized with init() and not yet shut down.',
  CONTEXT_SHUTDOWN: 'The context was shut down.',
  ALREADY_INITIALIZED: 'init() was called twice for one context.',
  ALREADY_SPINNING: 'spin() or spinOnce() was called for a node that is spinning.',
  ENTITY_DESTROYED: 'A node was used after it was destroyed.',
  TIMEOUT: 'No result within the time allowed.',
  ABORTED: "The caller's AbortSignal gave the operation up.",
  SERVICE_NOT_FOUND: 'No server offers the service.',
  SERVICE_SERVER_DIED: 'The server ended before it answered.',
  NODE_NOT_FOUND: 'No node of this name is in the graph.',
  BACKPRESSURE: 'A KEEP_ALL publisher has no room for another message.',
  NATIVE_ERROR: 'A failure inside the middleware.',
  PARAMETER_ERROR: 'A parameter or its descriptor is wrong.',
  PARAMETER_NOT_FOUND: 'The parameter is not declared.',
  PARAMETER_TYPE_MISMATCH: "A value does not have the parameter's type.",
  PARAMETER_READ_ONLY: 'A read-only parameter was to be changed.',
  PARAMETER_ALREADY_DECLARED: 'The parameter is declared already.',
  PARAMETER_REJECTED: 'A declared value was refused by its descriptor or by a callback.',
  PARAMETER_DESCRIPTOR_MISMATCH: 'declareParameters() got another number of descriptors than of parameters.',
  TOPIC_ERROR: 'Something is wrong with a topic.',
  PUBLISHER_ERROR: 'A publisher failed.',
  SUBSCRIPTION_ERROR: 'A subscription failed.',
  ACTION_ERROR: 'Something is wrong with an action.',
  GOAL_REJECTED: 'The action server rejected the goal.',
  ACTION_SERVER_NOT_FOUND: 'No server offers the action.',
} as const;

export type ClientErrorCode = keyof typeof ERROR_CODES;
