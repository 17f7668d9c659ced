export * from './errors';
export { Context } from './context';
export type { ContextOptions, WaitStrategy } from './context-options';
export { Node, type NodeOptions, type QosInput } from './node';
export {
  Publisher,
  type PublisherOptions,
  type PublishResult,
  type PublishWhenReadyOptions,
} from './endpoints/publisher';
export { Subscription, type SubscriptionHandler, type SubscriptionOptions } from './endpoints/subscription';
export { Service, type RequestHandler, type ServiceOptions } from './endpoints/service';
export { Client, type ClientOptions, type ResponseHandler } from './endpoints/client';
export type { CallOptions } from './endpoints/calls';
export { GuardCondition } from './endpoints/guard-condition';
export type { EndpointEvents } from './endpoint-events';
export type { Delivery } from './delivery';
export { LoanedMessage } from './endpoints/loaned-message';
export type { MessageInfo } from './message-info';
export { Graph } from './graph/graph';
export { GraphQueries } from './graph/queries';
export { readGraph } from './graph/read-graph';
export type { EndpointInfo, EndpointKind, NameAndTypes, NodeInfo } from './graph/graph-info';
export type * from './statistics';
export * from './warnings';
export * from './gid';
export * from './qos/policies';
export * from './qos/profile';
export * from './qos/profiles';
export * from './qos/compatibility';
export * from './names/validate';
export * from './names/expand';
export * from './names/remap';
export { inspectDomain, cleanDomain, domainDirectory } from './domain';
export type { ContextInfo, ReaderStatistics, WriterStatistics } from './native';
