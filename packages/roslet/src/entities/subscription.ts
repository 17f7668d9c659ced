import type { Delivery, Subscription as RmwSubscription, SubscriptionStatistics } from '@roslet/rmw';
import type { LoadedMessage } from '../types/load';
import { applySerializationMode, toPlainArrays } from '../types/serialization-mode';
import { Entity } from './entity';
import { lent } from './loan';
import { MessageInfo } from './message-info';
import type { CompleteEntityOptions, SubscriptionContentFilter } from './options';

/** A callback that names a second parameter gets the message's origin and times, too. */
export type SubscriptionCallback<M> = (message: M, info: MessageInfo) => unknown;

/** Receives the messages of a topic. Made by `node.createSubscription`. */
export class Subscription extends Entity<LoadedMessage> {
  readonly #rmw: RmwSubscription;

  constructor(rmw: RmwSubscription, typeClass: LoadedMessage, options: CompleteEntityOptions, loggerName: string) {
    super(rmw, typeClass, options, loggerName);
    this.#rmw = rmw;
  }

  /** Full name of the topic. */
  get topic(): string {
    return this.#rmw.topic;
  }

  /** Whether the callback gets serialized messages. */
  get isRaw(): boolean {
    return this.options.isRaw;
  }

  get serializationMode(): string {
    return this.options.serializationMode;
  }

  /** How many publishers are heard. */
  get publisherCount(): number {
    return this.#rmw.publisherCount;
  }

  /** What was received and lost since the subscription exists, and how it came. */
  statistics(): SubscriptionStatistics {
    return this.#rmw.statistics();
  }

  /** Always false for now: messages are not filtered by content. */
  isContentFilterSupported(): boolean {
    return false;
  }

  hasContentFilter(): boolean {
    return false;
  }

  /** @returns whether the filter is in force, which it never is for now */
  setContentFilter(filter?: SubscriptionContentFilter): boolean {
    return !filter?.expression;
  }

  getContentFilter(): SubscriptionContentFilter | undefined {
    return undefined;
  }

  clearContentFilter(): boolean {
    return true;
  }
}

/** What the middleware calls for each message, so that `callback` gets it in the form that the options ask for. */
export function subscriptionHandler(
  callback: SubscriptionCallback<unknown>,
  options: CompleteEntityOptions,
): (delivery: Delivery) => void {
  const form = messageForm(options);
  if (callback.length < 2) return (delivery) => void (callback as (message: unknown) => unknown)(form(delivery));
  return (delivery) => void callback(form(delivery), new MessageInfo(delivery.info));
}

function messageForm({ isRaw, serializationMode, enableTypedArray }: CompleteEntityOptions): (d: Delivery) => unknown {
  if (isRaw) return (delivery) => lent(bufferOf(delivery.bytes), delivery);
  if (serializationMode !== 'default') return ({ message }) => applySerializationMode(message, serializationMode);
  return enableTypedArray ? (delivery) => lent(delivery.message, delivery) : ({ message }) => toPlainArrays(message);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
