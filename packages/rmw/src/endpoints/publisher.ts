import { LocalEndpoint } from '../engine/local-endpoint';
import { Writer } from '../engine/writer';
import { ClosedError, OptionError, PublishTimeoutError, SerializedMessageError } from '../errors';
import { type EndpointEvents } from '../endpoint-events';
import { PUBLISH } from '../native';
import { type Node } from '../node';
import { HistoryPolicy, DurabilityPolicy, ReliabilityPolicy } from '../qos/policies';
import { type QosProfile } from '../qos/profile';
import { type PublisherStatistics, publisherStatistics } from '../statistics';
import { codecOf, type MessageType, type RawType } from '../types/type-support';
import { type Seat } from './seat';
import { LoanedMessage } from './loaned-message';

export interface PublisherOptions {
  /** Upper bound of the shared memory this publisher may hold, in bytes, 4096 or more; default 1 GiB. */
  readonly maxBytes?: number | undefined;
  /** Bytes only (`publishBytes`), so that the type's definition need not be known. */
  readonly raw?: boolean | undefined;
  readonly events?: EndpointEvents | undefined;
}

export const DEFAULT_MAX_BYTES = 1024 ** 3;

export interface PublishResult {
  /** The message's number, from 1; 0 when it was not taken (`backpressured`). */
  readonly sequence: number;
  /**
   * `sent`; `no-readers`: nobody reads the topic now, so nothing was written; `backpressured` (KEEP_ALL only): readers are behind and the message
   * was NOT taken: await `ready()` and publish it again.
   */
  readonly status: 'sent' | 'no-readers' | 'backpressured';
}

const BACKPRESSURED: PublishResult = Object.freeze({ sequence: 0, status: 'backpressured' });

export interface PublishWhenReadyOptions {
  /** Longest time to wait for readers, in milliseconds; default: no limit. */
  readonly maxBlockingTimeMillis?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends messages on a topic. Made by `node.createPublisher`. */
// The message type is the caller's to state: it cannot be derived from a name that is only known at run time.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export class Publisher<T = any> {
  readonly node: Node;
  /** Fully qualified name. */
  readonly topic: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly #seat: Seat;
  readonly #local: LocalEndpoint;
  readonly #writer: Writer;
  #destroyed = false;

  constructor(seat: Seat, type: MessageType | RawType, topic: string, qos: QosProfile, options: PublisherOptions) {
    const { engine } = seat;
    this.#seat = seat;
    this.node = seat.node;
    this.topic = topic;
    this.type = type.name;
    this.qos = qos;
    const entity = engine.nextEntity();
    this.#writer = new Writer(engine, entity, {
      name: topic,
      codec: codecOf(type),
      reliable: qos.reliability === ReliabilityPolicy.RELIABLE,
      transientLocal: qos.durability === DurabilityPolicy.TRANSIENT_LOCAL,
      depth: qos.history === HistoryPolicy.KEEP_ALL ? 0 : qos.depth,
      maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    });
    this.#local = new LocalEndpoint(
      seat.info,
      { entity, kind: 'publisher', name: topic, type: type.name, typeHash: type.hash, qos },
      engine.inbox,
      {
        match: (peer) => this.#writer.addReader(peer),
        unmatch: (peer) => this.#writer.removeReader(peer),
      },
      options.events,
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

  /** Subscriptions that match now, in any process. */
  get subscriptionCount(): number {
    if (!this.#destroyed) this.#seat.engine.sync();
    return this.#local.peers.size;
  }

  /** How the last message went: by shared memory (`ring`), by datagrams (`inline`), or both. */
  get path(): 'none' | 'ring' | 'inline' | 'mixed' {
    return this.#writer.path;
  }

  /**
   * Serializes a message straight into shared memory, or publishes a loan (`borrow`). Whether anybody reads it does not matter to the errors.
   *
   * @throws the codec's error naming the wrong field; NoSpaceError; ReentrantPublishError when a getter of the message publishes here;
   * ClosedError.
   */
  publish(message: T | LoanedMessage<T>): PublishResult {
    if (message instanceof LoanedMessage) return this.publishLoan(message);
    return this.#result(this.#writer.write(message));
  }

  /**
   * Publishes many messages and wakes sleeping readers once. Each is visible as soon as it is written.
   *
   * @returns how many were taken (all, unless the readers of a KEEP_ALL publisher left no room: then those behind are not looked at)
   * and the status of the last one
   * @throws OptionError when they cannot be iterated; what `publish` throws; the messages before the wrong one have been published
   */
  publishBatch(messages: Iterable<T>): { readonly taken: number; readonly status: PublishResult['status'] } {
    if (typeof (messages as Iterable<T> | undefined)?.[Symbol.iterator] !== 'function') {
      throw new OptionError(`expected messages that can be iterated, such as an array, got ${typeof messages}`);
    }
    return this.#writer.corked(() => {
      let taken = 0;
      let status: PublishResult['status'] = 'no-readers';
      for (const message of messages) {
        const outcome = this.#writer.write(message);
        if (outcome === PUBLISH.backpressured) return { taken, status: 'backpressured' as const };
        taken++;
        status = outcome > 0 ? 'sent' : 'no-readers';
      }
      return { taken, status };
    });
  }

  /**
   * Sends a message that is serialized already: four bytes of encapsulation header, then CDR. The bytes are taken as they are.
   *
   * @throws SerializedMessageError, NoSpaceError, ClosedError
   */
  publishBytes(serialized: Uint8Array): PublishResult {
    requireSerialized(serialized);
    return this.#result(this.#writer.writeBytes(serialized));
  }

  /**
   * Lends the record itself to fill in: no copy at all on this side. Without a size, for a type of fixed size, `loan.message` has its
   * fields; with one, `loan.bytes` is the serialized message (encapsulation header and CDR) of that many bytes. Publish it by `publish` or `publishLoan`, or give it
   * back by `using` or `loan.release()`. One loan at a time: other messages of this publisher wait (are refused) until then.
   *
   * @returns undefined when the readers of a KEEP_ALL publisher left no room: await `ready()`
   * @throws OptionError when the type has no fixed size and none is given; NoSpaceError; ReentrantPublishError when another
   * loan is out; ClosedError
   */
  borrow(size?: number): LoanedMessage<T> | undefined {
    return LoanedMessage.borrow<T>(this.#writer, size);
  }

  /**
   * Makes a borrowed record visible. The loan must not be written to any more.
   *
   * @throws OptionError when it is not (any more) on loan from this publisher
   */
  publishLoan(loan: LoanedMessage<T>): PublishResult {
    return this.#result(loan.commit(this.#writer));
  }

  /**
   * As `publish`, but waits while readers leave no room (KEEP_ALL). The message is read when there is room, so leave it alone until then.
   *
   * @throws (rejects with) what `publish` throws; PublishTimeoutError; the signal's reason.
   */
  async publishWhenReady(message: T, options: PublishWhenReadyOptions = {}): Promise<PublishResult> {
    const limit = options.maxBlockingTimeMillis ?? Infinity;
    if (!(limit >= 0)) {
      throw new OptionError(
        `expected maxBlockingTimeMillis to be a number of milliseconds from 0, got ${String(limit)}`,
      );
    }
    const end = performance.now() + limit;
    for (;;) {
      options.signal?.throwIfAborted();
      const result = this.publish(message);
      if (result.status !== 'backpressured') return result;
      if (!(await this.#writer.whenWritable(end, options.signal))) throw new PublishTimeoutError(this.topic, limit);
    }
  }

  /**
   * Resolves when a message that was `backpressured` would be taken.
   *
   * @throws (rejects with) the signal's reason
   */
  async ready(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    await this.#writer.whenWritable(Infinity, options.signal);
  }

  /**
   * Resolves to true when every live RELIABLE subscription has taken everything published so far, to false when the time (in
   * milliseconds, -1: no limit) is over first.
   */
  waitForAllAcked(timeoutMillis = -1): Promise<boolean> {
    return this.#writer.whenAcknowledged(timeoutMillis < 0 ? Infinity : performance.now() + timeoutMillis);
  }

  statistics(): PublisherStatistics {
    this.#requireOpen();
    return publisherStatistics(this.#writer);
  }

  /** Ends the publisher. Subscriptions that read it already still get what was published. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#seat.engine.retire(this.#local, this.#writer);
    this.#seat.release(this);
  }

  #result(outcome: number): PublishResult {
    if (outcome > 0) return { sequence: outcome, status: 'sent' };
    if (outcome === PUBLISH.noReaders) return { sequence: this.#writer.lastSequence, status: 'no-readers' };
    return BACKPRESSURED;
  }

  #requireOpen(): void {
    if (this.#destroyed) throw new ClosedError(`the publisher of ${this.topic}`);
  }
}

/** The name of a typed array of any realm (`'Uint8Array'` for a Buffer, too); undefined for everything else. */
const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
const tagOf = Reflect.get(Object.getOwnPropertyDescriptor(typedArrays, Symbol.toStringTag) ?? {}, 'get') as (
  this: unknown,
) => string | undefined;

/** @throws SerializedMessageError */
export function requireSerialized(bytes: unknown): asserts bytes is Uint8Array {
  if (tagOf.call(bytes) !== 'Uint8Array') {
    throw new SerializedMessageError(`expected serialized bytes as a Uint8Array or Buffer, got ${typeof bytes}`);
  }
  const { byteLength } = bytes as Uint8Array;
  if (byteLength < 4) {
    throw new SerializedMessageError(
      `expected 4 bytes of encapsulation header and CDR behind it, got ${byteLength} bytes`,
    );
  }
}
