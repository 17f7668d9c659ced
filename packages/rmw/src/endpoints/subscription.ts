import { type Delivery } from '../delivery';
import { type EndpointEvents } from '../endpoint-events';
import { LocalEndpoint } from '../engine/local-endpoint';
import { Reader } from '../engine/reader';
import { type Received } from '../engine/received';
import { runCallback, throwLater } from '../engine/uncaught';
import { ClosedError } from '../errors';
import { type Node } from '../node';
import { HistoryPolicy, ReliabilityPolicy } from '../qos/policies';
import { type QosProfile } from '../qos/profile';
import { type SubscriptionStatistics, subscriptionStatistics } from '../statistics';
import { codecOf, type MessageType, type RawType } from '../types/type-support';
import { type Seat } from './seat';

export interface SubscriptionOptions {
  /** Deliver bytes (`delivery.message` is the bytes, too), so that the type's definition need not be known. */
  readonly raw?: boolean | undefined;
  /**
   * Deliver messages of 4 KiB or more where they lie in shared memory, without a copy; see `Delivery.isShared`. Give them back soon: a
   * publisher works around what is on loan, and takes more memory for it.
   */
  readonly loan?: boolean | undefined;
  /** Default: that of the node. */
  readonly active?: boolean | undefined;
  readonly events?: EndpointEvents | undefined;
}

export type SubscriptionHandler<T> = (delivery: Delivery<T>) => void;

/**
 * Receives the messages of a topic. Made by `node.createSubscription`.
 *
 * The handler may do anything: destroy the subscription, create others, publish, call `spinOnce`. What it throws becomes an uncaught
 * exception; the messages behind it are delivered all the same.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export class Subscription<T = any> {
  readonly node: Node;
  /** Fully qualified name. */
  readonly topic: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly isRaw: boolean;
  readonly #seat: Seat;
  readonly #local: LocalEndpoint;
  readonly #reader: Reader;
  readonly #handler: SubscriptionHandler<T>;
  readonly #events: EndpointEvents;
  #lost = 0;
  #destroyed = false;

  constructor(
    seat: Seat,
    type: MessageType | RawType,
    topic: string,
    qos: QosProfile,
    handler: SubscriptionHandler<T>,
    options: SubscriptionOptions,
  ) {
    const { engine } = seat;
    this.#seat = seat;
    this.node = seat.node;
    this.topic = topic;
    this.type = type.name;
    this.qos = qos;
    this.isRaw = 'raw' in type;
    this.#handler = handler;
    this.#events = options.events ?? {};
    const entity = engine.nextEntity();
    this.#local = new LocalEndpoint(
      seat.info,
      { entity, kind: 'subscription', name: topic, type: type.name, typeHash: type.hash, qos },
      engine.inbox,
      {
        match: (peer, start) => this.#reader.attach(peer, start),
        unmatch: (peer) => this.#reader.detach(peer),
      },
      this.#events,
    );
    this.#reader = new Reader(
      engine,
      {
        endpoint: this.#local.endpoint,
        title: `subscription of ${topic}`,
        receive: (received) => this.#receive(received),
        lose: (count) => this.#lose(count),
      },
      {
        kind: 'message',
        reliable: qos.reliability === ReliabilityPolicy.RELIABLE,
        depth: qos.history === HistoryPolicy.KEEP_ALL ? 0 : qos.depth,
        loan: options.loan ?? false,
        codec: codecOf(type),
        active: options.active ?? seat.node.active,
      },
    );
    engine.introduce(this.#local);
  }

  /** 16 bytes, see `gid.ts`. */
  get gid(): Uint8Array {
    return this.#local.endpoint.gid;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Whether messages are delivered to the handler. While it is off, they wait (as many as QoS keeps). */
  get active(): boolean {
    return this.#reader.active;
  }

  set active(on: boolean) {
    this.#reader.active = on;
  }

  /** Publishers that match now, in any process. */
  get publisherCount(): number {
    if (!this.#destroyed) this.#seat.engine.sync();
    return this.#local.peers.size;
  }

  /**
   * Takes one message now, active or not; undefined when there is none. The handler does not see it.
   *
   * @throws ClosedError
   */
  take(): Delivery<T> | undefined {
    this.#requireOpen();
    this.#seat.engine.sync();
    return this.#reader.takeOne() as Delivery<T> | undefined;
  }

  statistics(): SubscriptionStatistics {
    this.#requireOpen();
    return subscriptionStatistics(this.#reader);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#seat.engine.retire(this.#local);
    this.#reader.close();
    this.#seat.release(this);
  }

  #receive(received: Received): boolean {
    if (!this.isRaw) {
      try {
        void received.message;
      } catch (error) {
        this.#reader.reportUndecodable(received, error);
        return false;
      }
    }
    try {
      this.#handler(received as Delivery<T>);
    } catch (error) {
      throwLater(error);
    }
    return true;
  }

  #lose(change: number): void {
    this.#lost += change;
    const { messageLost } = this.#events;
    if (messageLost !== undefined) runCallback(() => messageLost({ total: this.#lost, change }));
  }

  #requireOpen(): void {
    if (this.#destroyed) throw new ClosedError(`the subscription of ${this.topic}`);
  }
}
