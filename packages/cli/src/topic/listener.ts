import type { Delivery, QosProfile, Subscription } from '@roslet/rmw';
import type { Session } from '../domain/session';
import { remark } from '../output/stdout';
import { adaptToPublishers } from '../qos/adapt';
import type { WantedQos } from '../qos/from-options';

export interface ListenerOptions {
  readonly topic: string;
  readonly type: string;
  readonly wanted: WantedQos;
  /** Deliver bytes: the type's definition is not needed. */
  readonly raw: boolean;
  readonly onMessage: (delivery: Delivery) => void;
  readonly onLost?: ((count: number) => void) | undefined;
}

/**
 * A subscription whose QoS follows the publishers, whoever came first: it starts with what any publisher satisfies, and when
 * publishers that offer more appear, a subscription that asks for more takes over. Each message is delivered once.
 */
export class Listener {
  readonly #session: Session;
  readonly #options: ListenerOptions;
  /** Number of the newest message of each publisher, so that what two subscriptions received is told once. */
  readonly #newest = new Map<string, number>();
  readonly #remarked = new Set<string>();
  readonly #stop: () => void;
  #subscription: Subscription;
  #closed = false;

  constructor(session: Session, options: ListenerOptions) {
    this.#session = session;
    this.#options = options;
    this.#subscription = this.#subscribe(this.#profile());
    this.#stop = session.context.graph.onChange(() => this.#adapt());
  }

  get qos(): QosProfile {
    return this.#subscription.qos;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    this.#subscription.destroy();
  }

  #profile(): QosProfile {
    const { topic, type, wanted } = this.#options;
    const publishers = this.#session.context.graph.publishers(topic).filter((publisher) => publisher.type === type);
    const { profile, remarks } = adaptToPublishers(
      wanted,
      publishers.map(({ qos }) => qos),
    );
    for (const line of remarks) this.#remark(line);
    return profile;
  }

  #remark(line: string): void {
    if (this.#remarked.has(line)) return;
    this.#remarked.add(line);
    remark(`${this.#options.topic}: ${line}`);
  }

  #adapt(): void {
    if (this.#closed || this.#session.context.graph.countPublishers(this.#options.topic) === 0) return;
    const profile = this.#profile();
    const { reliability, durability, depth } = this.#subscription.qos;
    if (profile.reliability === reliability && profile.durability === durability && profile.depth <= depth) return;
    const before = this.#subscription;
    this.#subscription = this.#subscribe(profile);
    // The new one reads from here on; what the old one has not delivered yet is older.
    for (let delivery = before.take(); delivery !== undefined; delivery = before.take()) this.#receive(delivery);
    before.destroy();
  }

  #subscribe(profile: QosProfile): Subscription {
    const { topic, type, raw, onLost } = this.#options;
    return this.#session.node.createSubscription(type, topic, profile, (delivery) => this.#receive(delivery), {
      raw,
      events: { messageLost: ({ change }) => onLost?.(change) },
    });
  }

  #receive(delivery: Delivery): void {
    if (this.#closed || !this.#isNew(delivery)) return;
    this.#options.onMessage(delivery);
  }

  #isNew({ info }: Delivery): boolean {
    const publisher = Buffer.from(info.publisherGid).toString('latin1');
    const number = info.publicationSequenceNumber;
    if (number <= (this.#newest.get(publisher) ?? 0)) return false;
    this.#newest.set(publisher, number);
    return true;
  }
}
