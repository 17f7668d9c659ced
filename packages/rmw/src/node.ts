import { type Context } from './context';
import { type Engine } from './engine/engine';
import { Client, type ClientOptions } from './endpoints/client';
import { GuardCondition } from './endpoints/guard-condition';
import { Publisher, type PublisherOptions } from './endpoints/publisher';
import { type Seat } from './endpoints/seat';
import { type RequestHandler, Service, type ServiceOptions } from './endpoints/service';
import { Subscription, type SubscriptionHandler, type SubscriptionOptions } from './endpoints/subscription';
import { ClosedError, OptionError } from './errors';
import { type NodeInfo } from './graph/graph-info';
import { expandTopicName } from './names/expand';
import { validateFullName } from './names/validate';
import { completeProfile, type QosProfile, type QosProfileLike } from './qos/profile';
import { QosProfiles } from './qos/profiles';
import { resolveProfile } from './qos/resolve';
import { checkOptions } from './settings/options';

export interface NodeOptions {
  /**
   * Whether the node's endpoints deliver from the start. Default false: messages wait until `node.active = true`, as in ROS 2 they wait until the
   * node is spun.
   */
  readonly active?: boolean | undefined;
  /** Shown in the graph; default: that of the context. */
  readonly enclave?: string | undefined;
  /** Applied to fully qualified topic and service names; returns the name to use. See `remapName`. */
  readonly remap?: ((kind: 'topic' | 'service', name: string) => string) | undefined;
}

/** A number is short for KEEP_LAST with that depth. */
export type QosInput = QosProfileLike | number | undefined;

/** A named owner of publishers, subscriptions, services and clients. Made by `context.createNode`. */
/* eslint-disable @typescript-eslint/no-explicit-any -- message types are the caller's to state */
export class Node {
  readonly context: Context;
  readonly #engine: Engine;
  readonly #info: NodeInfo;
  readonly #seat: Seat;
  readonly #remap: NonNullable<NodeOptions['remap']>;
  readonly #onDestroyed: () => void;
  readonly #publishers = new Set<Publisher>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #services = new Set<Service>();
  readonly #clients = new Set<Client>();
  readonly #guardConditions = new Set<GuardCondition>();
  #active: boolean;
  #destroyed = false;

  constructor(context: Context, engine: Engine, info: NodeInfo, options: NodeOptions, onDestroyed: () => void) {
    this.context = context;
    this.#engine = engine;
    this.#info = info;
    this.#active = options.active ?? false;
    this.#remap = options.remap ?? ((_kind, name) => name);
    this.#onDestroyed = onDestroyed;
    this.#seat = { engine, node: this, info, release: (endpoint) => this.#release(endpoint) };
  }

  get name(): string {
    return this.#info.name;
  }

  get namespace(): string {
    return this.#info.namespace;
  }

  /** `/ns/name` */
  get fullName(): string {
    return this.#info.fullName;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Whether the node's endpoints deliver; setting it sets it for all of them, and for those to come. */
  get active(): boolean {
    return this.#active;
  }

  set active(on: boolean) {
    this.#active = on;
    for (const endpoint of [...this.#subscriptions, ...this.#services, ...this.#clients, ...this.#guardConditions]) {
      endpoint.active = on;
    }
  }

  get publishers(): readonly Publisher[] {
    return [...this.#publishers];
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.#subscriptions];
  }

  get services(): readonly Service[] {
    return [...this.#services];
  }

  get clients(): readonly Client[] {
    return [...this.#clients];
  }

  get guardConditions(): readonly GuardCondition[] {
    return [...this.#guardConditions];
  }

  /**
   * The fully qualified name that `name` stands for in this node, after remapping.
   *
   * @throws NameError
   */
  resolveTopicName(name: string): string {
    return this.#resolve('topic', name);
  }

  /** @throws NameError */
  resolveServiceName(name: string): string {
    return this.#resolve('service', name);
  }

  /**
   * @param type full name of a message type
   * @param qos default: `QosProfiles.default`
   * @throws TypeNotFoundError, NameError, QosError, OptionError, ClosedError
   */
  createPublisher<T = any>(type: string, topic: string, qos?: QosInput, options: PublisherOptions = {}): Publisher<T> {
    this.#requireOpen();
    checkOptions('publisherSchema', 'a publisher', options);
    const name = this.#resolve('topic', topic);
    const messageType = this.#messageType(type, options.raw);
    const profile = this.#profile('publisher', name, qos);
    return this.#keep(this.#publishers, new Publisher<T>(this.#seat, messageType, name, profile, options));
  }

  /**
   * @param type full name of a message type
   * @param qos default: `QosProfiles.default`
   * @throws TypeNotFoundError, NameError, QosError, OptionError, ClosedError
   */
  createSubscription<T = any>(
    type: string,
    topic: string,
    qos: QosInput,
    handler: SubscriptionHandler<T>,
    options: SubscriptionOptions = {},
  ): Subscription<T> {
    this.#requireOpen();
    checkOptions('subscriptionSchema', 'a subscription', options);
    requireFunction('handler', handler);
    const name = this.#resolve('topic', topic);
    const messageType = this.#messageType(type, options.raw);
    const profile = this.#profile('subscription', name, qos);
    return this.#keep(
      this.#subscriptions,
      new Subscription<T>(this.#seat, messageType, name, profile, handler, options),
    );
  }

  /**
   * @param type full name of a service type
   * @throws TypeNotFoundError, NameError, QosError, OptionError, ClosedError
   */
  createService<Q = any, S = any>(
    type: string,
    name: string,
    handler: RequestHandler<Q>,
    options: ServiceOptions = {},
  ): Service<Q, S> {
    this.#requireOpen();
    checkOptions('serviceSchema', 'a service', options);
    requireFunction('handler', handler);
    const serviceType = this.#engine.types.service(type);
    const fullName = this.#resolve('service', name);
    const profile = this.#serviceProfile(options.qos);
    return this.#keep(this.#services, new Service<Q, S>(this.#seat, serviceType, fullName, profile, handler, options));
  }

  /**
   * @param type full name of a service type
   * @throws TypeNotFoundError, NameError, QosError, OptionError, ClosedError
   */
  createClient<Q = any, S = any>(type: string, name: string, options: ClientOptions = {}): Client<Q, S> {
    this.#requireOpen();
    checkOptions('clientSchema', 'a client', options);
    const serviceType = this.#engine.types.service(type);
    const fullName = this.#resolve('service', name);
    const profile = this.#serviceProfile(options.qos);
    return this.#keep(this.#clients, new Client<Q, S>(this.#seat, serviceType, fullName, profile, options));
  }

  createGuardCondition(callback: () => void): GuardCondition {
    this.#requireOpen();
    requireFunction('callback', callback);
    return this.#keep(this.#guardConditions, new GuardCondition(this.#seat, callback));
  }

  /** Destroys the node with all that it owns. Idempotent. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    const owned = [
      this.#guardConditions,
      this.#clients,
      this.#services,
      this.#subscriptions,
      this.#publishers,
    ] as const;
    for (const endpoints of owned) for (const endpoint of [...endpoints]) endpoint.destroy();
    this.#engine.removeNode(this.#info);
    this.#onDestroyed();
  }

  #resolve(kind: 'topic' | 'service', name: string): string {
    const remapped = this.#remap(kind, expandTopicName(name, this.name, this.namespace));
    validateFullName(remapped);
    return remapped;
  }

  #messageType(type: string, raw: boolean | undefined) {
    return raw === true ? this.#engine.types.raw(type) : this.#engine.types.message(type);
  }

  #profile(role: 'publisher' | 'subscription', topic: string, qos: QosInput): QosProfile {
    return resolveProfile(completeProfile(profileOf(qos), QosProfiles.default), role, () => {
      this.#engine.sync();
      return [...this.#engine.world.counterparts(role, topic)].map((endpoint) => endpoint.qos);
    });
  }

  #serviceProfile(qos: QosInput): QosProfile {
    return resolveProfile(completeProfile(profileOf(qos), QosProfiles.services), 'publisher', () => []);
  }

  #keep<E extends object>(owned: Set<object>, endpoint: E): E {
    owned.add(endpoint);
    return endpoint;
  }

  #release(endpoint: object): void {
    for (const owned of [
      this.#publishers,
      this.#subscriptions,
      this.#services,
      this.#clients,
      this.#guardConditions,
    ] as Set<object>[]) {
      owned.delete(endpoint);
    }
  }

  #requireOpen(): void {
    if (this.#destroyed) throw new ClosedError(`the node ${this.fullName}`);
  }
}

function profileOf(qos: QosInput): QosProfileLike {
  return typeof qos === 'number' ? { depth: qos } : (qos ?? {});
}

function requireFunction(what: string, value: unknown): void {
  if (typeof value !== 'function') throw new OptionError(`expected the ${what} to be a function, got ${typeof value}`);
}
