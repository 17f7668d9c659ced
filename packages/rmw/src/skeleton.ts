// Temporary: declarations to code against while the classes are being written.
import type { InterfaceRegistry } from '@roslet/interfaces';
import type { Delivery } from './delivery';
import type { QosProfile, QosProfileLike } from './qos/profile';
import type { QosMismatch } from './qos/compatibility';
import type { WarningHandler } from './warnings';

export interface ContextOptions {
  /** 0 to 232; default `ROS_DOMAIN_ID`, else 0. */
  readonly domainId?: number;
  /** Base directory, as `ROSLET_DIR`; the domain's directory is `<directory>/<domainId>`. */
  readonly directory?: string;
  /** Group (number or name) that may join; default `ROSLET_GROUP`, else nobody but the user. */
  readonly group?: number | string;
  /** Default `ROSLET_WAIT`, else adaptive. */
  readonly wait?: 'park' | 'adaptive' | 'spin';
  readonly adaptiveBudgetMicros?: number;
  readonly forceShmFailure?: boolean;
  /** Where types come from; default: `defaultRegistry()` of @roslet/interfaces. */
  readonly interfaces?: InterfaceRegistry;
  /** Shown in the graph; default '/'. */
  readonly enclave?: string;
  /** Default: print to stderr as ROS 2 logs. */
  readonly onWarning?: WarningHandler;
}

export declare class Context {
  constructor(options?: ContextOptions);
  /** 16 hex digits. */
  readonly id: string;
  readonly domainId: number;
  /** The domain's directory. */
  readonly directory: string;
  readonly enclave: string;
  readonly isValid: boolean;
  readonly graph: Graph;
  readonly interfaces: InterfaceRegistry;
  readonly nodes: readonly Node[];
  /** Throws NameError. Two nodes of one full name: a warning. */
  createNode(name: string, namespace?: string, options?: NodeOptions): Node;
  /**
   * Runs callbacks of active endpoints that are ready; when none is, blocks the thread until one is or the time is over
   * (-1: for ever). Returns the number of callbacks run, at most `max`. May be called from inside a callback.
   */
  spinOnce(timeoutMillis?: number, max?: number): number;
  /** Whether the context keeps the process alive. Off at first. */
  setRef(on: boolean): void;
  /** Makes creations and destructions of this tick visible now (else: at the end of the tick, or at the first publish, wait or graph query). */
  flush(): void;
  counters(): Record<string, number>;
  statistics(): ContextStatistics;
  close(): void;
  [Symbol.dispose](): void;
}

export interface ContextStatistics {
  readonly sent: number;
  readonly sentBytes: number;
  readonly received: number;
  readonly receivedBytes: number;
  readonly lost: LossStatistics;
}

export interface LossStatistics {
  /** Overwritten before they were taken (BEST_EFFORT). */
  readonly overwritten: number;
  /** Passed over for newer ones because of the subscription's own depth. */
  readonly depth: number;
  /** Did not check out or did not decode. */
  readonly invalid: number;
  /** Given up by a publisher for want of memory. */
  readonly noSpace: number;
}

export interface NodeOptions {
  /** Whether endpoints of the node deliver from the start; default false: they wait until `node.active = true`. */
  readonly active?: boolean;
  readonly enclave?: string;
  /** Applied to topic and service names after expansion. */
  readonly remap?: (kind: 'topic' | 'service', expandedName: string) => string;
}

export declare class Node {
  readonly context: Context;
  readonly name: string;
  readonly namespace: string;
  /** `/ns/name` */
  readonly fullName: string;
  readonly isDestroyed: boolean;
  /** Sets all endpoints of the node, present and future ones: whether they deliver. */
  active: boolean;
  readonly publishers: readonly Publisher[];
  readonly subscriptions: readonly Subscription[];
  readonly services: readonly Service[];
  readonly clients: readonly Client[];
  readonly guardConditions: readonly GuardCondition[];
  /** Expands (`~`, relative, substitutions) and remaps a name in this node. */
  resolveTopicName(name: string): string;
  resolveServiceName(name: string): string;
  createPublisher<T = any>(
    type: string,
    topic: string,
    qos?: QosProfileLike | number,
    options?: PublisherOptions,
  ): Publisher<T>;
  createSubscription<T = any>(
    type: string,
    topic: string,
    qos: QosProfileLike | number | undefined,
    handler: (delivery: Delivery<T>) => void,
    options?: SubscriptionOptions,
  ): Subscription<T>;
  createService<Q = any, S = any>(
    type: string,
    name: string,
    handler: (request: Delivery<Q>) => void,
    options?: ServiceOptions,
  ): Service<Q, S>;
  createClient<Q = any, S = any>(type: string, name: string, options?: ClientOptions): Client<Q, S>;
  createGuardCondition(callback: () => void): GuardCondition;
  destroy(): void;
}

export interface EndpointEvents {
  /** The number of matched counterparts changed. */
  readonly matched?: (event: { readonly current: number; readonly change: number; readonly total: number }) => void;
  readonly incompatibleQos?: (event: {
    readonly total: number;
    readonly mismatch: QosMismatch;
    readonly peer: EndpointInfo;
  }) => void;
  readonly incompatibleType?: (event: { readonly total: number; readonly peer: EndpointInfo }) => void;
  /** Subscriptions: messages were lost. */
  readonly messageLost?: (event: { readonly total: number; readonly change: number }) => void;
}

export interface PublisherOptions {
  /** Upper bound of the shared memory this publisher may hold, in bytes; default 1 GiB. */
  readonly maxBytes?: number;
  readonly events?: EndpointEvents;
}

export interface SubscriptionOptions {
  /** Deliver bytes without looking at the type's definition, which need not be known; `delivery.message` is then the bytes. */
  readonly raw?: boolean;
  /** Default: that of the node. */
  readonly active?: boolean;
  readonly events?: EndpointEvents;
}

export interface ServiceOptions {
  readonly qos?: QosProfileLike | number;
  readonly active?: boolean;
}

export interface ClientOptions {
  readonly qos?: QosProfileLike | number;
  readonly active?: boolean;
}

export interface PublishResult {
  /** The message's number, from 1; 0 when it was not taken (`backpressured`). */
  readonly sequence: number;
  readonly status: 'sent' | 'no-readers' | 'backpressured';
}

export declare class Publisher<T = any> {
  readonly node: Node;
  readonly topic: string;
  readonly type: string;
  readonly qos: QosProfile;
  /** 16 bytes. */
  readonly gid: Uint8Array;
  readonly isDestroyed: boolean;
  readonly subscriptionCount: number;
  /** Throws the codec's error, NoSpaceError, ClosedError. */
  publish(message: T): PublishResult;
  /** A message that is serialized already (encapsulation header included). */
  publishBytes(serialized: Uint8Array): PublishResult;
  /** As publish, but waits while readers have no room. Rejects with PublishTimeoutError, or the signal's reason. */
  publishWhenReady(
    message: T,
    options?: { maxBlockingTimeMillis?: number; signal?: AbortSignal },
  ): Promise<PublishResult>;
  /** Resolves when a publish that was backpressured would be taken. */
  ready(options?: { signal?: AbortSignal }): Promise<void>;
  /** Resolves to true when every live reliable reader has taken everything published so far, to false when the time is over (-1: never). */
  waitForAllAcked(timeoutMillis?: number): Promise<boolean>;
  /** How the last message went. */
  readonly path: 'none' | 'ring' | 'inline' | 'mixed';
  statistics(): PublisherStatistics;
  destroy(): void;
}

export interface PublisherStatistics {
  readonly sent: number;
  readonly sentBytes: number;
  readonly lastSequence: number;
  readonly inlineSent: number;
  readonly lost: { readonly noSpace: number };
  readonly sharedBytes: number;
  readonly readers: number;
  readonly path: 'none' | 'ring' | 'inline' | 'mixed';
}

export interface SubscriptionStatistics {
  readonly received: number;
  readonly receivedBytes: number;
  readonly lost: {
    readonly overwritten: number;
    readonly depth: number;
    readonly invalid: number;
    readonly total: number;
  };
  readonly via: { readonly ring: number; readonly inline: number; readonly durable: number };
  readonly publishers: number;
}

export declare class Subscription<T = any> {
  readonly node: Node;
  readonly topic: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly gid: Uint8Array;
  readonly isDestroyed: boolean;
  readonly isRaw: boolean;
  active: boolean;
  readonly publisherCount: number;
  /** Takes one message now, active or not; undefined when there is none. */
  take(): Delivery<T> | undefined;
  statistics(): SubscriptionStatistics;
  destroy(): void;
}

export declare class Service<Q = any, S = any> {
  readonly node: Node;
  readonly name: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly gid: Uint8Array;
  readonly isDestroyed: boolean;
  active: boolean;
  /** Clients that match now. */
  readonly clientCount: number;
  /** Answers a request, once, at any later time. `client-gone`: nobody is there to read it. */
  respond(request: Delivery<Q>, response: S): 'sent' | 'client-gone';
  statistics(): ServiceStatistics;
  destroy(): void;
}

export interface ServiceStatistics {
  readonly requests: SubscriptionStatistics;
  readonly responsesSent: number;
  readonly responsesPending: number;
  readonly clientsGone: number;
}

export interface CallOptions {
  /** Milliseconds; ServiceTimeoutError (name 'TimeoutError') when they are over. Default: no limit. */
  readonly timeout?: number;
  /** Rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * What happens when no server is in the graph: `reject` (ServiceUnavailableError, the default), or `pend` as in ROS 2: the request is
   * lost, and the call stays open until timeout, abort or destruction.
   */
  readonly unavailable?: 'reject' | 'pend';
}

export declare class Client<Q = any, S = any> {
  readonly node: Node;
  readonly name: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly gid: Uint8Array;
  readonly isDestroyed: boolean;
  active: boolean;
  /** Calls without an answer yet. */
  readonly pending: number;
  /**
   * Sends a request. Rejects with ServiceUnavailableError, ServiceTimeoutError, ServiceServerDiedError, ServiceResponseError, ClosedError (client
   * destroyed), or the signal's reason; throws nothing synchronously but the codec's error for a wrong request.
   */
  call(request: Q, options?: CallOptions): Promise<S>;
  /** As call, with callbacks: `onResponse` runs as a callback of the node, what it throws is an uncaught exception. Returns the call's number. */
  send(
    request: Q,
    onResponse: (response: S, delivery: Delivery<S>) => void,
    onError?: (error: unknown) => void,
    options?: CallOptions,
  ): number;
  /** Gives up a call of `send`; a late response is ignored. */
  cancel(call: number): boolean;
  isServerAvailable(): boolean;
  /** Resolves to true as soon as a server is there, to false when the time is over (-1 or nothing: never). */
  waitForServer(timeoutMillis?: number, options?: { signal?: AbortSignal }): Promise<boolean>;
  statistics(): ClientStatistics;
  destroy(): void;
}

export interface ClientStatistics {
  readonly requestsSent: number;
  readonly responses: SubscriptionStatistics;
  readonly pending: number;
  /** Responses to calls that had been given up. */
  readonly lateResponses: number;
}

export declare class GuardCondition {
  readonly node: Node;
  readonly isDestroyed: boolean;
  active: boolean;
  /** Makes the callback run once, when the node is spun. */
  trigger(): void;
  destroy(): void;
}

export interface NodeInfo {
  readonly name: string;
  readonly namespace: string;
  readonly fullName: string;
  readonly enclave: string;
  readonly contextId: string;
  readonly pid: number;
}

export interface EndpointInfo {
  readonly kind: 'publisher' | 'subscription' | 'service' | 'client';
  /** Name of the topic or service. */
  readonly name: string;
  readonly node: NodeInfo;
  readonly type: string;
  /** `RIHS01_…`, or '' when the endpoint does not know it. */
  readonly typeHash: string;
  readonly gid: Uint8Array;
  readonly qos: QosProfile;
}

export interface NameAndTypes {
  readonly name: string;
  readonly types: readonly string[];
}

export declare class Graph {
  /** Sorted by full name. */
  nodes(): NodeInfo[];
  topics(): NameAndTypes[];
  services(): NameAndTypes[];
  publishers(topic: string): EndpointInfo[];
  subscriptions(topic: string): EndpointInfo[];
  serviceServers(name: string): EndpointInfo[];
  clients(name: string): EndpointInfo[];
  countPublishers(topic: string): number;
  countSubscriptions(topic: string): number;
  countServices(name: string): number;
  countClients(name: string): number;
  /** Endpoints of all nodes of this full name (`/ns/name`). */
  endpointsOf(fullName: string): EndpointInfo[];
  publishersOf(fullName: string): NameAndTypes[];
  subscriptionsOf(fullName: string): NameAndTypes[];
  servicesOf(fullName: string): NameAndTypes[];
  clientsOf(fullName: string): NameAndTypes[];
  /** Contexts that are there but whose catalogue cannot be read. */
  unreadable(): { readonly contextId: string; readonly pid: number }[];
  /** Runs after every change of the graph (own changes included), once a tick. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  on(event: 'change', listener: () => void): this;
  off(event: 'change', listener: () => void): this;
  /** Waits until `condition()` holds, looking again at each change: true; or until the time is over (-1: never): false. */
  waitFor(condition: () => boolean, timeoutMillis?: number, options?: { signal?: AbortSignal }): Promise<boolean>;
}
