import { remapName, remapNode, type Node as RmwNode } from '@roslet/rmw';
import { Context } from '../context/context';
import { Client } from '../entities/client';
import { GuardCondition } from '../entities/guard-condition';
import {
  completeEntityOptions,
  defaultEntityOptions,
  type CompleteEntityOptions,
  type EntityOptions,
  wantsLoans,
} from '../entities/options';
import { Publisher } from '../entities/publisher';
import { Service, type ServiceCallback } from '../entities/service';
import { Subscription, subscriptionHandler, type SubscriptionCallback } from '../entities/subscription';
import { OperationError, TypeValidationError } from '../errors';
import { Logging } from '../logging/logger';
import { NodeParameters } from '../parameters/node-parameters';
import { overridesFor } from '../parameters/overrides';
import { toRmwProfile } from '../qos/profile';
import { parseRosArguments } from '../ros-args/parse';
import { Clock, ROSClock } from '../time/clock';
import type { Time } from '../time/time';
import { TimeSource } from '../time/time-source';
import type { Timer, TimerCallback } from '../timers/timer';
import { TimerQueue } from '../timers/timer-queue';
import { loadMessage, loadService, type LoadContext } from '../types/load';
import type { MessageOf, MessageTypeClass, ServiceTypeClass } from '../types/type-class';
import { absoluteNamespace, checkingNames, loggerNameOf } from './names';
import { completeNodeOptions, NodeOptions } from './node-options';
import { ParameterApi } from './parameter-api';
import { ParameterEventPublisher } from './parameter-event-publisher';
import { RosoutPublisher } from './rosout-publisher';

export interface TimerOptions {
  /** False for a timer that waits for `reset()`. */
  autostart?: boolean | undefined;
}

type RawOptions = EntityOptions & { isRaw: true };

/** A participant of the graph: owns publishers, subscriptions, services, clients, timers and parameters. */
export class Node extends ParameterApi {
  /** @internal */
  readonly rmw: RmwNode;
  protected readonly parameters: NodeParameters;
  readonly #context: Context;
  readonly #options: NodeOptions;
  readonly #logger: Logging;
  readonly #clock = new ROSClock();
  readonly #timers = new TimerQueue();
  readonly #parameterEvents: ParameterEventPublisher;
  readonly #rosout: RosoutPublisher | undefined;
  #spinning = false;

  /**
   * @param nodeName letters, digits and underscores
   * @param namespace `/arm`; relative ones lie in the root
   * @param context where to live; must be initialized
   * @param args ROS arguments for this node, as on a command line; they go before those given to `init`
   * @param useGlobalArguments false to leave out those given to `init`
   * @throws {OperationError} `CONTEXT_NOT_INITIALIZED`, `CONTEXT_SHUTDOWN`
   * @throws {NameValidationError}
   * @throws {ValidationError} for options and arguments
   */
  constructor(
    nodeName: string,
    namespace = '',
    context = Context.defaultContext(),
    options: NodeOptions | Partial<NodeOptions> = NodeOptions.defaultOptions,
    args: string[] = [],
    useGlobalArguments = true,
  ) {
    super();
    if (typeof nodeName !== 'string') throw new TypeValidationError('nodeName', nodeName, 'string');
    if (typeof namespace !== 'string') throw new TypeValidationError('namespace', namespace, 'string');
    if (!(context instanceof Context)) throw new TypeValidationError('context', context, 'Context');
    this.#context = context;
    this.#options = completeNodeOptions(options, nodeName);
    const global = useGlobalArguments ? context.arguments : undefined;
    const local = parseRosArguments(args);
    const rules = [...local.remaps, ...(global?.remaps ?? [])];
    this.rmw = checkingNames('node', nodeName, () => {
      const node = remapNode(rules, nodeName, absoluteNamespace(namespace));
      return context.rmw.createNode(node.name, node.namespace, {
        remap: (kind, name) => remapName(rules, kind, name, { ...node, originalName: nodeName }),
      });
    });
    context.addNode(this);
    this.#logger = new Logging(loggerNameOf(this.rmw.fullName));
    const rosoutWanted = this.#options.enableRosout && context.arguments.rosoutLogs;
    this.#rosout = rosoutWanted ? new RosoutPublisher(this.rmw, this.#logger.name, this.#options.rosoutQos) : undefined;
    this.#parameterEvents = new ParameterEventPublisher(this.rmw, this.#clock);
    const overrides = overridesFor(this.rmw.fullName, [...(global?.parameters ?? []), ...local.parameters]);
    for (const parameter of this.#options.parameterOverrides) overrides.set(parameter.name, parameter);
    this.parameters = new NodeParameters(this.rmw.name, overrides, (each) => this.#parameterEvents.publish(each));
    if (this.#options.automaticallyDeclareParametersFromOverrides) this.parameters.declareOverrides();
    new TimeSource(this).attachClock(this.#clock);
  }

  static getDefaultOptions(): CompleteEntityOptions {
    return defaultEntityOptions();
  }

  name(): string {
    return this.rmw.name;
  }

  namespace(): string {
    return this.rmw.namespace;
  }

  /** Namespace and name: `/arm/gripper`. */
  getFullyQualifiedName(): string {
    return this.rmw.fullName;
  }

  get context(): Context {
    return this.#context;
  }

  options(): NodeOptions {
    return this.#options;
  }

  getLogger(): Logging {
    return this.#logger;
  }

  /** The node's clock: system time, or `/clock` when the parameter `use_sim_time` is true. */
  getClock(): ROSClock {
    return this.#clock;
  }

  now(): Time {
    return this.#clock.now();
  }

  getRMWImplementationIdentifier(): string {
    return 'rmw_roslet';
  }

  get spinning(): boolean {
    return this.#spinning;
  }

  /**
   * From now on the event loop delivers messages, requests and responses to the node's callbacks, calls its timers, and keeps
   * the process alive. Returns at once.
   *
   * @param _timeout accepted for rclnodejs's sake: nothing is polled, so there is nothing to time
   * @throws {OperationError} `ALREADY_SPINNING`
   */
  spin(_timeout = 10): void {
    this.#requireNotSpinning();
    this.#requireOpen();
    this.#spinning = true;
    this.rmw.active = true;
    this.#timers.running = true;
    this.#context.setSpinning(this, true);
  }

  /** Ends `spin`: what arrives from now on waits for the next one. */
  stop(): void {
    if (!this.#spinning) return;
    this.#spinning = false;
    this.rmw.active = false;
    this.#timers.running = false;
    this.#context.setSpinning(this, false);
  }

  /**
   * Runs the callbacks that are ready. When none is, blocks the process until one is or the time is over.
   *
   * @param timeout milliseconds; 0: do not wait; negative: without end
   * @throws {OperationError} `ALREADY_SPINNING`
   */
  spinOnce(timeout = 10): void {
    this.#requireNotSpinning();
    this.#requireOpen();
    const end = timeout < 0 ? Infinity : performance.now() + timeout;
    this.rmw.active = true;
    try {
      while (this.#runReady(0) === 0) {
        const left = end - performance.now();
        if (left <= 0) return;
        const wait = Math.min(left, this.#timers.untilNext());
        if (this.#runReady(wait === Infinity ? -1 : wait) > 0) return;
      }
    } finally {
      if (!this.rmw.isDestroyed) this.rmw.active = this.#spinning;
    }
  }

  /**
   * Creates a timer, which runs while the node is spun.
   *
   * @param period nanoseconds
   * @param optionsOrClock options, or the clock
   * @param clock whose time counts; that of the node when left out
   */
  createTimer(
    period: bigint,
    callback: TimerCallback,
    optionsOrClock: TimerOptions | Clock | null = null,
    clock: Clock | null = null,
  ): Timer {
    const nodeName = this.name();
    if (typeof callback !== 'function') throw new TypeValidationError('callback', callback, 'function', { nodeName });
    const options = optionsOrClock instanceof Clock ? {} : (optionsOrClock ?? {});
    if (typeof options !== 'object' || Array.isArray(options)) {
      throw new TypeValidationError('options', options, 'object or Clock', { nodeName });
    }
    const chosen = (optionsOrClock instanceof Clock ? optionsOrClock : clock) ?? this.#clock;
    if (!(chosen instanceof Clock)) throw new TypeValidationError('clock', chosen, 'Clock', { nodeName });
    const { autostart = true } = options;
    if (typeof autostart !== 'boolean') {
      throw new TypeValidationError('options.autostart', autostart, 'boolean', { nodeName });
    }
    this.#requireOpen();
    return this.#timers.create(chosen, period, callback, autostart);
  }

  /**
   * @param typeClass `'std_msgs/msg/String'`, `{package, type, name}`, or what `require` returns
   * @throws {ValidationError} for an unknown type (`MESSAGE_NOT_FOUND`) and a wrong topic name (`INVALID_NAME`)
   */
  createPublisher<const T extends MessageTypeClass>(
    typeClass: T,
    topic: string,
    options?: EntityOptions,
  ): Publisher<T> {
    const complete = completeEntityOptions(options, this.name());
    const loaded = loadMessage(typeClass, this.#loadContext('publisher', topic));
    const publisher = this.#named('topic', () =>
      this.rmw.createPublisher(loaded.typeName, topic, toRmwProfile(complete.qos)),
    );
    return new Publisher<T>(publisher, loaded, complete, this.#logger.name);
  }

  /**
   * @param typeClass `'std_msgs/msg/String'`, `{package, type, name}`, or what `require` returns
   * @param callback gets each message and, if it names a second parameter, its `MessageInfo`
   * @throws {ValidationError} for an unknown type (`MESSAGE_NOT_FOUND`) and a wrong topic name (`INVALID_NAME`)
   */
  createSubscription<const T extends MessageTypeClass>(
    typeClass: T,
    topic: string,
    callback: SubscriptionCallback<MessageOf<T>>,
  ): Subscription;
  createSubscription<const T extends MessageTypeClass>(
    typeClass: T,
    topic: string,
    options: RawOptions,
    callback: SubscriptionCallback<Buffer>,
  ): Subscription;
  createSubscription<const T extends MessageTypeClass>(
    typeClass: T,
    topic: string,
    options: EntityOptions | undefined,
    callback: SubscriptionCallback<MessageOf<T>>,
  ): Subscription;
  createSubscription(typeClass: MessageTypeClass, topic: string, ...rest: unknown[]): Subscription {
    const { options, callback } = this.#optionsAndCallback(rest, 'subscription', topic);
    const loaded = loadMessage(typeClass, this.#loadContext('subscription', topic));
    if (options.contentFilter !== undefined) {
      this.#logger.warn(`The subscription of ${topic} gets all messages: content filters are not supported yet`);
    }
    const subscription = this.#named('topic', () =>
      this.rmw.createSubscription(
        loaded.typeName,
        topic,
        toRmwProfile(options.qos),
        subscriptionHandler(callback as SubscriptionCallback<unknown>, options),
        { raw: options.isRaw, loan: wantsLoans(options) },
      ),
    );
    return new Subscription(subscription, loaded, options, this.#logger.name);
  }

  /**
   * @param typeClass `'std_srvs/srv/Trigger'`, `{package, type, name}`, or what `require` returns
   * @throws {ValidationError} for an unknown type (`MESSAGE_NOT_FOUND`) and a wrong service name (`INVALID_NAME`)
   */
  createClient<const T extends ServiceTypeClass>(
    typeClass: T,
    serviceName: string,
    options?: EntityOptions,
  ): Client<T> {
    const complete = completeEntityOptions(options, this.name());
    const loaded = loadService(typeClass, this.#loadContext('client', serviceName));
    const client = this.#named('service', () =>
      this.rmw.createClient(loaded.typeName, serviceName, {
        qos: toRmwProfile(complete.qos),
        loan: wantsLoans(complete),
      }),
    );
    return new Client<T>(client, loaded, complete, this.#logger.name);
  }

  /**
   * @param typeClass `'std_srvs/srv/Trigger'`, `{package, type, name}`, or what `require` returns
   * @param callback answers by `response.send(…)`, or by returning the response or a promise of it
   * @throws {ValidationError} for an unknown type (`MESSAGE_NOT_FOUND`) and a wrong service name (`INVALID_NAME`)
   */
  createService<const T extends ServiceTypeClass>(
    typeClass: T,
    serviceName: string,
    callback: ServiceCallback<T>,
  ): Service<T>;
  createService<const T extends ServiceTypeClass>(
    typeClass: T,
    serviceName: string,
    options: EntityOptions | undefined,
    callback: ServiceCallback<T>,
  ): Service<T>;
  createService<const T extends ServiceTypeClass>(typeClass: T, serviceName: string, ...rest: unknown[]): Service<T> {
    const { options, callback } = this.#optionsAndCallback(rest, 'service', serviceName);
    const loaded = loadService(typeClass, this.#loadContext('service', serviceName));
    const rmw = this.#named('service', () =>
      this.rmw.createService(
        loaded.typeName,
        serviceName,
        (delivery) => service.process(callback as ServiceCallback<T>, delivery),
        { qos: toRmwProfile(options.qos), loan: wantsLoans(options) },
      ),
    );
    const service = new Service<T>(rmw, loaded, options, this.#logger.name);
    return service;
  }

  createGuardCondition(callback: () => unknown): GuardCondition {
    if (typeof callback !== 'function') {
      throw new TypeValidationError('callback', callback, 'function', { nodeName: this.name() });
    }
    return new GuardCondition(
      this.rmw.createGuardCondition(() => void callback()),
      callback,
    );
  }

  destroyPublisher<T>(publisher: Publisher<T>): void {
    this.#destroy('publisher', publisher, Publisher);
  }

  destroySubscription(subscription: Subscription): void {
    this.#destroy('subscription', subscription, Subscription);
  }

  destroyClient<T>(client: Client<T>): void {
    this.#destroy('client', client, Client);
  }

  destroyService<T>(service: Service<T>): void {
    this.#destroy('service', service, Service);
  }

  destroyGuardCondition(guard: GuardCondition): void {
    this.#destroy('guard', guard, GuardCondition);
  }

  destroyTimer(timer: Timer): void {
    this.#timers.remove(timer);
  }

  /** Ends the node with all that it owns. */
  destroy(): void {
    this.stop();
    this.#timers.clear();
    this.#rosout?.close();
    this.rmw.destroy();
    this.#context.removeNode(this);
  }

  #runReady(waitMillis: number): number {
    const called = this.#timers.runReady();
    if (this.rmw.isDestroyed || !this.#context.isInitialized()) return called + 1;
    // One callback an endpoint, so that a fast topic does not make the others wait for the next call.
    const { subscriptions, services, clients, guardConditions } = this.rmw;
    const most = subscriptions.length + services.length + clients.length + guardConditions.length;
    return called + this.#context.rmw.spinOnce(called > 0 ? 0 : waitMillis, Math.max(most, 1));
  }

  #optionsAndCallback(rest: unknown[], entityType: string, entityName: string) {
    const [first, second] = rest;
    const callback = typeof first === 'function' ? first : second;
    const nodeName = this.name();
    if (typeof callback !== 'function') {
      throw new TypeValidationError('callback', callback, 'function', { nodeName, entityType, entityName });
    }
    return { options: completeEntityOptions(first === callback ? undefined : first, nodeName), callback };
  }

  #loadContext(entityType: string, entityName: string): LoadContext {
    this.#requireOpen();
    const nodeName = this.name();
    if (typeof entityName !== 'string') {
      throw new TypeValidationError(`name of the ${entityType}`, entityName, 'string', { nodeName, entityType });
    }
    return { nodeName, entityType, entityName, registry: this.#context.rmw.interfaces };
  }

  #named<T>(nameType: string, create: () => T): T {
    return checkingNames(nameType, this.name(), create);
  }

  #destroy(argument: string, entity: { destroy(): void }, type: abstract new (...args: never[]) => object): void {
    if (!(entity instanceof type)) {
      throw new TypeValidationError(argument, entity, type.name, { nodeName: this.name() });
    }
    entity.destroy();
  }

  #requireNotSpinning(): void {
    if (!this.#spinning) return;
    throw new OperationError('The node is already spinning: call stop() first', {
      code: 'ALREADY_SPINNING',
      nodeName: this.name(),
    });
  }

  #requireOpen(): void {
    if (!this.rmw.isDestroyed) return;
    throw new OperationError(`Node ${this.rmw.fullName} was destroyed: create a new one`, {
      code: 'ENTITY_DESTROYED',
      nodeName: this.name(),
    });
  }
}
