import type { Publisher as RmwPublisher, PublisherStatistics } from '@roslet/rmw';
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
   * string, number, bigint or boolean for a type with the field `data`, or a Buffer with a message serialized already.
   *
   * @throws {RosletError} `ERR_ROSLET_MESSAGE_INVALID` naming the field that is wrong
   * @throws {PublisherError} `BACKPRESSURE` when history is KEEP_ALL, reliability RELIABLE, and a subscription has no room:
   *   await `ready()` and publish again
   */
  publish(message: MessageInput<T> | Uint8Array | string | number | bigint | boolean): void {
    const { status } = isBytes(message)
      ? this.#rmw.publishBytes(message)
      : this.#rmw.publish(typeof message === 'object' ? message : new this.typeClass(message));
    if (status === 'backpressured') throw this.#backpressure();
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
