/** Everything users import; `index.ts` adds the default export. */
export {
  createMessage,
  createMessageObject,
  createNode,
  deserializeMessage,
  expandTopicName,
  init,
  isShutdown,
  isTopicOrServiceHidden,
  regenerateAll,
  removeROSArgs,
  requireInterface as require,
  serializeMessage,
  shutdown,
  shutdownAll,
  spin,
  spinOnce,
} from './functions';
export { waitForMessage, type WaitForMessageOptions } from './wait-for-message';
export { removeSignalHandlers } from './context/signals';
export { toJSONSafe, toJSONString, type SerializationMode } from './types/serialization-mode';

export { Context } from './context/context';
export { Node, type TimerOptions } from './node/node';
export { NodeOptions } from './node/node-options';
export type { NamesAndTypes, NodeNameAndEnclave, NodeNameAndNamespace, TopicEndpointInfo } from './node/graph-queries';
export { validator } from './node/validator';

export { Publisher } from './entities/publisher';
export { Subscription, type SubscriptionCallback } from './entities/subscription';
export { Service, ServiceResponse, type ServiceCallback } from './entities/service';
export { Client, type AsyncRequestOptions } from './entities/client';
export { GuardCondition } from './entities/guard-condition';
export { MessageInfo } from './entities/message-info';
export { loanOf, type Loan } from './entities/loan';
export type { EntityOptions, SubscriptionContentFilter } from './entities/options';
export { Timer, type TimerCallback, type TimerInfo } from './timers/timer';

export { QoS } from './qos/qos';
export type { DurationInfo, QosInfo, QosInput } from './qos/profile';

export { Clock, ROSClock, type ClockCallbackObject, type ClockJumpInfo } from './time/clock';
export { ClockChange, ClockType } from './time/clock-type';
export { Duration } from './time/duration';
export { Time, type TimeMessage } from './time/time';
export { TimeSource } from './time/time-source';

export { Logging, Logging as logging } from './logging/logger';
export { LoggingSeverity } from './logging/severity';

export { Parameter, type ParameterMessage, type ParameterValueMessage } from './parameters/parameter';
export { ParameterDescriptor } from './parameters/descriptor';
export { ParameterType } from './parameters/type';
export { DEFAULT_NUMERIC_RANGE_TOLERANCE, FloatingPointRange, IntegerRange } from './parameters/range';
export type {
  PostSetParametersCallback,
  PreSetParametersCallback,
  SetParametersCallback,
  SetParametersResult,
} from './parameters/node-parameters';

export * from './errors';
// Named, for these win over those of the same name below.
export { ERROR_CODES, RosletError } from './errors';
export type * from './types/type-class';
// All of them: programs name messages by their namespaces (`sensor_msgs.msg.Image`), and generated types of users' own
// interfaces reach these through `export *` only.
export type * from '@roslet/interfaces';
export type { PublisherStatistics, SubscriptionStatistics } from '@roslet/rmw';
