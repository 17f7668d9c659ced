import type { LoanedMessage } from '@roslet/rmw';
import { type Publisher as RmwPublisher, type PublisherStatistics } from '@roslet/rmw';
import { PublisherError } from '../errors';
import type { LoadedMessage } from '../types/load';
import type { MessageInput } from '../types/type-class';
import { Entity } from './entity';
import type { CompleteEntityOptions } from './options';

/** Sends messages to a topic. Made by `node.createPublisher`. */
export class Publisher<T = string> extends Entity<LoadedMessage> {
  readonly #rmw: RmwPublisher;

  constructor(rmw: RmwPublisher, typeClass: LoadedMessage, options: CompleteEntityOptions, loggerName: string) {
    super(rmw, typeClass, options, loggerName);
    this.#rmw = rmw;
  }

  /** Full name of the topic. */
  get topic(): string {
    return this.#rmw.topic;
  }

  /** How many subscriptions receive what is published. */
  get subscriptionCount(): number {
    return this.#rmw.subscriptionCount;
  }

  /**
   * Publishes a message: an object with the type's fields (those left out take their defaults), a message object, a bare
   * string, number, bigint or boolean for a type with the field `data`, a Buffer with a message serialized already, or what `borrow` lent.
   *
   * @throws {RosletError} `ERR_ROSLET_MESSAGE_INVALID` naming the field that is wrong
   * @throws {PublisherError} `BACKPRESSURE` when history is KEEP_ALL, reliability RELIABLE, and a subscription has no room:
   *   await `ready()` and publish again
   */
  publish(message: MessageInput<T> | LoanedMessage<T> | Uint8Array | string | number | bigint | boolean): void {
    const { status } = isBytes(message)
      ? this.#rmw.publishBytes(message)
      : this.#rmw.publish(typeof message === 'object' ? message : new this.typeClass(message));
    if (status === 'backpressured') throw this.#backpressure();
  }

  /**
   * Publishes many messages, objects with the type's fields, and wakes sleeping subscribers once for all of them.
   *
   * @returns how many were published: all, unless history is KEEP_ALL and a subscription has no room; then await `ready()` and go on from there
   * @throws {RosletError} `ERR_ROSLET_MESSAGE_INVALID` naming the field that is wrong; those before it have been published
   */
  publishBatch(messages: Iterable<MessageInput<T>>): number {
    return this.#rmw.publishBatch(messages).taken;
  }

  /**
   * Lends the memory that subscribers will read, to be filled in and given to `publish`: a large message is then not copied at all. Without a size,
   * for a type of fixed size, `loan.message` has its fields, all zero; with one, `loan.bytes` is the serialized message of that many bytes. One loan at a time.
   *
   * @throws {PublisherError} `BACKPRESSURE`, as `publish`
   * @throws {RosletError} when the type has no fixed size and none is given, or another loan of this publisher is out
   */
  borrow(size?: number): LoanedMessage<T> {
    const loan = this.#rmw.borrow(size) as LoanedMessage<T> | undefined;
    if (loan === undefined) throw this.#backpressure();
    return loan;
  }

  /** Resolves when a publish that threw `BACKPRESSURE` would succeed. */
  ready(options?: { signal?: AbortSignal }): Promise<void> {
    return this.#rmw.ready(options);
  }

  /** What was sent since the publisher exists, and how. */
  statistics(): PublisherStatistics {
    return this.#rmw.statistics();
  }

  #backpressure(): PublisherError {
    return new PublisherError(
      `Nobody made room for the message on ${this.topic}: await publisher.ready(), then publish it again`,
      this.topic,
      { code: 'BACKPRESSURE' },
    );
  }
}

function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && 'BYTES_PER_ELEMENT' in value && value.BYTES_PER_ELEMENT === 1;
}
