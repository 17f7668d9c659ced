import { type Codec } from '@roslet/interfaces';
import { type Endpoint } from '../graph/endpoint';
import { BATCH, native, START, type NativeSubscription, type NativeSubscriptionOptions } from '../native';
import { Batch, ENTRY_KIND } from './batch';
import { type Engine } from './engine';
import { Received } from './received';
import { reasonOf } from '../errors';

/** The endpoint behind a reader. */
export interface ReaderOwner {
  /** Returns true when a callback ran. */
  receive(received: Received): boolean;
  /** Messages that will never come. */
  lose(count: number): void;
  /** What a warning calls it: `subscription of /chatter`. */
  readonly title: string;
  readonly endpoint: Endpoint;
}

export interface ReaderOptions extends Omit<NativeSubscriptionOptions, 'entity'> {
  readonly codec: (() => Codec) | undefined;
  readonly active: boolean;
}

/** Writers that left, remembered so that their last messages can still be told apart. */
const REMEMBERED_WRITERS = 256;

/**
 * The receiving half of an endpoint: one native subscription, and which writer each of its attachments stands for. While it is
 * not active, native code takes nothing for it, and entries that were already taken wait here.
 */
export class Reader {
  readonly entity: number;
  readonly #engine: Engine;
  readonly #owner: ReaderOwner;
  readonly #native: NativeSubscription;
  readonly #codec: (() => Codec) | undefined;
  readonly #attachments = new Map<Endpoint, number>();
  readonly #writers = new Map<number, Endpoint>();
  readonly #left: number[] = [];
  #held: [Batch, number][] = [];
  #received = 0;
  #active = false;
  #closed = false;

  constructor(engine: Engine, owner: ReaderOwner, options: ReaderOptions) {
    const { codec, active, ...nativeOptions } = options;
    this.#engine = engine;
    this.#owner = owner;
    this.entity = owner.endpoint.entity;
    this.#codec = codec;
    this.#native = new native.Subscription(engine.native, { entity: this.entity, ...nativeOptions });
    engine.inbox.addReader(this);
    this.active = active;
  }

  get active(): boolean {
    return this.#active;
  }

  set active(on: boolean) {
    if (on === this.#active || this.#closed) return;
    this.#active = on;
    this.#native.setActive(on);
    if (on && this.#held.length > 0) {
      const held = this.#held;
      this.#held = [];
      this.#engine.inbox.postFirst(
        held.map(
          ([batch, index]) =>
            () =>
              this.deliver(batch, index),
        ),
      );
    }
  }

  attach(writer: Endpoint, start: number): void {
    this.#attach(writer, start);
  }

  /** Reads the log that `writer` keeps for this reader alone. `gid`: this reader's own, in hex. */
  attachPrivate(writer: Endpoint, gid: string): void {
    this.#attach(writer, START.beginning, gid);
  }

  #attach(writer: Endpoint, start: number, target?: string): void {
    try {
      const attachment = this.#native.attach(writer.contextId, writer.entity, start, target);
      this.#attachments.set(writer, attachment);
      this.#writers.set(attachment, writer);
    } catch (error) {
      this.#engine.warn({
        code: 'unreachable',
        node: this.#owner.endpoint.node.fullName,
        message: `the ${this.#owner.title} cannot read node ${writer.node.fullName}: ${reasonOf(error)}`,
      });
    }
  }

  /** Stops reading a writer; what it had published still arrives. */
  detach(writer: Endpoint): void {
    const attachment = this.#attachments.get(writer);
    if (attachment === undefined || this.#closed) return;
    this.#attachments.delete(writer);
    this.#native.detach(attachment, true);
    this.#left.push(attachment);
    const forgotten = this.#left.length > REMEMBERED_WRITERS ? this.#left.shift() : undefined;
    if (forgotten !== undefined) this.#writers.delete(forgotten);
  }

  get attachedCount(): number {
    return this.#attachments.size;
  }

  writerOf(attachment: number): Endpoint | undefined {
    return this.#writers.get(attachment);
  }

  /** Hands an entry to the endpoint; keeps it when the reader is not active. Returns true when a callback ran. */
  deliver(batch: Batch, index: number): boolean {
    if (this.#closed) return false;
    if (!this.#active) {
      this.#held.push([batch, index]);
      return false;
    }
    const received = this.#open(batch, index);
    return received !== undefined && this.#owner.receive(received);
  }

  /** Takes one message at once, active or not. */
  takeOne(): Received | undefined {
    for (;;) {
      const [batch, index] = this.#held.shift() ?? this.#fetch() ?? [];
      if (batch === undefined || index === undefined) return undefined;
      const received = this.#open(batch, index);
      if (received !== undefined) return received;
    }
  }

  /** Moves everything that has arrived into the inbox, active or not; calls `each` with an entry's correlation. */
  pull(each: (correlation: number) => void = () => undefined): void {
    for (const [batch, index] of this.#held) each(batch.count64(index, BATCH.correlation));
    while (this.#native.ready()) {
      const buffers = this.#native.takeOne();
      if (buffers === undefined) return;
      const batch = this.#engine.inbox.push(buffers);
      for (let index = 0; index < batch.count; index++) each(batch.count64(index, BATCH.correlation));
      this.#engine.inbox.schedule();
    }
  }

  /** Undefined when the endpoint wants bytes. */
  get codec(): Codec | undefined {
    return this.#codec?.();
  }

  releaseLoan(buffer: ArrayBuffer): void {
    this.#engine.releaseLoan(buffer);
  }

  /** Counts a message that does not decode, and says so (not too often). */
  reportUndecodable(received: Received, error: unknown): void {
    if (!this.#closed) this.#native.countInvalid();
    this.#owner.lose(1);
    this.#engine.warnSometimes(`undecodable ${this.entity}`, {
      code: 'undecodable',
      node: this.#owner.endpoint.node.fullName,
      message: `the ${this.#owner.title} dropped bytes from node ${received.writer?.node.fullName ?? 'unknown'}: ${reasonOf(error)}`,
    });
  }

  statistics() {
    return this.#native.statistics();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#engine.inbox.removeReader(this);
    this.#held = [];
    this.#native.close();
  }

  #fetch(): [Batch, number] | undefined {
    const buffers = this.#closed ? undefined : this.#native.takeOne();
    if (buffers === undefined) return undefined;
    const batch = new Batch(buffers);
    for (let index = 0; index < batch.count; index++) this.#held.push([batch, index]);
    return this.#held.shift();
  }

  /** Undefined for an entry that only says what was lost. */
  #open(batch: Batch, index: number): Received | undefined {
    const lost = batch.count64(index, BATCH.lost);
    if (lost > 0) this.#owner.lose(lost);
    if (batch.kind(index) === ENTRY_KIND.loss) return undefined;
    return new Received(this, batch, index, ++this.#received);
  }
}
