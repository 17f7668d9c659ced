import { type Codec } from '@roslet/interfaces';
import { ClosedError, NoSpaceError, ReentrantPublishError, SerializedMessageError } from '../errors';
import { type Endpoint } from '../graph/endpoint';
import { native, type NativePlan, type NativePublisher, type NativePublisherOptions, PUBLISH } from '../native';
import { ReliabilityPolicy } from '../qos/policies';
import { type Engine } from './engine';

export interface WriterOptions extends Omit<NativePublisherOptions, 'entity'> {
  readonly codec: (() => Codec) | undefined;
  /** Name of the topic or service, for errors. */
  readonly name: string;
}

/** Up to this size a message nobody reads is encoded all the same, so that a mistake in it shows no matter who listens. */
const SCRATCH_BYTES = 64 * 1024;
/** Offset + 4 is divisible by 8, as in a log record. */
const SCRATCH_OFFSET = 4;

let scratch: Uint8Array | undefined;

/** Room that a full socket gives back comes without a wake-up. */
const LOOK_AGAIN_MILLIS = 10;

/** Turns of the event loop, then milliseconds, between two looks at what readers have taken: that they do not announce. */
const EAGER_LOOKS = 50;
const LOOK_EVERY_MILLIS = 1;

/**
 * The sending half of an endpoint: encodes a message straight into the reserved record of its log, which takes two native calls; or, a
 * small one, beside it, which takes one. Nothing is allocated.
 *
 * `write` and `writeBytes` return the sequence number (from 1), or `PUBLISH.noReaders`, or `PUBLISH.backpressured`.
 */
export class Writer {
  readonly #engine: Engine;
  readonly #native: NativePublisher;
  readonly #options: WriterOptions;
  readonly #readers = new Set<Endpoint>();
  #codec: Codec | undefined;
  /** A small message is encoded here and sent by one native call; a large one goes straight into its record, by two. */
  readonly #staged: Uint8Array;
  readonly #stagedSize: number;
  readonly #send: NativePublisher['send'];
  #staging = false;
  #region: Uint8Array | undefined;
  /** Set where the runtime forbids views on native memory (Electron). */
  #withoutRegion = false;
  #plan: NativePlan | undefined;
  /** Size of the message that readers left no room for last. */
  #refusedSize = 4;
  #closed = false;

  constructor(engine: Engine, entity: number, options: WriterOptions) {
    const { target, reliable, transientLocal, depth, maxBytes } = options;
    this.#engine = engine;
    this.#options = options;
    this.#native = new native.Publisher(engine.native, {
      entity,
      ...(target !== undefined && { target }),
      reliable,
      transientLocal,
      depth,
      maxBytes,
    });
    this.#staged = this.#native.staging;
    this.#stagedSize = this.#staged.byteLength - SCRATCH_OFFSET;
    this.#send = this.#native.send;
  }

  // --- readers ---

  addReader(reader: Endpoint): void {
    this.#readers.add(reader);
    this.#engine.unsettle(this);
  }

  removeReader(reader: Endpoint): void {
    if (this.#readers.delete(reader)) this.#engine.unsettle(this);
  }

  get readers(): ReadonlySet<Endpoint> {
    return this.#readers;
  }

  /** Tells native code who reads. */
  settle(): void {
    if (this.#closed) return;
    this.#native.setReaders(
      [...this.#readers].map(({ contextId, entity, kind, qos }) => ({
        contextId,
        entity,
        // Requests and responses travel reliably whatever the profile says.
        reliable: this.#options.reliable && (kind !== 'subscription' || qos.reliability === ReliabilityPolicy.RELIABLE),
      })),
    );
  }

  // --- messages ---

  /** @throws the codec's error, NoSpaceError, ReentrantPublishError, ClosedError */
  write(message: unknown, correlation?: number): number {
    const codec = (this.#codec ??= this.#requireCodec());
    if (this.#withoutRegion) return this.#writeWithoutRegion(codec, message, correlation);
    const size = codec.size(message);
    if (size <= this.#stagedSize) return this.#sendStaged(size, correlation, codec, message);
    const offset = this.#reserve(size);
    if (offset < 0) {
      if (offset === PUBLISH.noReaders) rehearse(codec, message, size);
      return offset;
    }
    const region = this.#region;
    if (region === undefined) {
      this.#native.abort();
      this.#withoutRegion = true;
      return this.#writeWithoutRegion(codec, message, correlation);
    }
    try {
      codec.encode(message, region, offset, size);
      // A getter of the message may have closed the writer.
      if (this.#closed) this.#requireOpen();
    } catch (error) {
      if (!this.#closed) this.#native.abort();
      throw error;
    }
    return this.#native.commit(size, correlation);
  }

  /** `content`: the message, or without a codec its bytes. */
  #sendStaged(size: number, correlation: number | undefined, codec: Codec | undefined, content: unknown): number {
    if (this.#staging) throw new ReentrantPublishError(this.#options.name);
    this.#prepare();
    const send = this.#send;
    let result: number;
    do {
      // Each time anew: a changed graph may be worth a warning, and whoever hears it may publish here, too.
      if (codec === undefined) this.#staged.set(content as Uint8Array, SCRATCH_OFFSET);
      else this.#stage(codec, content, size);
      result = correlation === undefined ? send(size) : send(size, correlation);
    } while (this.#again(result, size));
    return result;
  }

  #stage(codec: Codec, message: unknown, size: number): void {
    // A getter of the message may publish here, or close the writer.
    this.#staging = true;
    try {
      codec.encode(message, this.#staged, SCRATCH_OFFSET, size);
    } finally {
      this.#staging = false;
    }
    if (this.#closed) this.#requireOpen();
  }

  /** @throws NoSpaceError, ReentrantPublishError, ClosedError */
  writeBytes(bytes: Uint8Array, correlation?: number): number {
    if (bytes.byteLength <= this.#stagedSize) {
      return this.#sendStaged(bytes.byteLength, correlation, undefined, bytes);
    }
    // Setting bytes from here is cheaper than having native code ask what a typed array is.
    if (!this.#withoutRegion) {
      const offset = this.#reserve(bytes.byteLength);
      if (offset < 0) return offset;
      if (this.#region !== undefined) {
        this.#region.set(bytes, offset);
        return this.#native.commit(bytes.byteLength, correlation);
      }
      this.#native.abort();
      this.#withoutRegion = true;
    }
    this.#prepare();
    let result = this.#native.publishBytes(bytes, correlation);
    while (this.#again(result, bytes.byteLength)) result = this.#native.publishBytes(bytes, correlation);
    return result;
  }

  #writeWithoutRegion(codec: Codec, message: unknown, correlation: number | undefined): number {
    const plan = (this.#plan ??= native.cdrPlan(codec.plan));
    this.#prepare();
    let result = this.#native.publishMessage(plan, message, correlation);
    while (result < 0 && this.#again(result, codec.size(message))) {
      result = this.#native.publishMessage(plan, message, correlation);
    }
    return result;
  }

  /** Offset within `#region`, or `noReaders` or `backpressured`. */
  #reserve(size: number): number {
    this.#prepare();
    let offset = this.#native.reserve(size);
    while (this.#again(offset, size)) offset = this.#native.reserve(size);
    if (offset !== PUBLISH.newRegion) return offset;
    this.#region = this.#native.region;
    return this.#native.reservedOffset;
  }

  #prepare(): void {
    if (this.#closed) this.#requireOpen();
    if (this.#engine.dirty) this.#engine.flush();
  }

  /** Deals with the results that the caller need not know. True: try again. */
  #again(result: number, size: number): boolean {
    if (result >= 0) return false;
    switch (result) {
      case PUBLISH.graphChanged:
        this.#engine.refresh();
        this.#requireOpen();
        return true;
      case PUBLISH.noSpace:
        throw new NoSpaceError(this.#options.name, size, this.#options.maxBytes);
      case PUBLISH.busy:
        throw new ReentrantPublishError(this.#options.name);
      case PUBLISH.backpressured:
        this.#refusedSize = size;
        return false;
      default:
        return false;
    }
  }

  #requireCodec(): Codec {
    this.#requireOpen();
    const { codec, name } = this.#options;
    if (codec !== undefined) return codec();
    throw new SerializedMessageError(
      `expected bytes for publishBytes: the publisher of ${name} is raw and knows no messages`,
    );
  }

  #requireOpen(): void {
    if (this.#closed) throw new ClosedError(`the writer of ${this.#options.name}`);
  }

  /** Runs `write` with its doorbells put together into one. */
  corked<R>(write: () => R): R {
    this.#native.setCorked(true);
    try {
      return write();
    } finally {
      if (!this.#closed) this.#native.setCorked(false);
    }
  }

  // --- loans ---

  /**
   * Memory for a serialized message of `size` bytes: a reserved record, or, while nobody reads (or the runtime forbids views on
   * native memory), memory of its own that `commitBorrowed` copies. Undefined when readers leave no room.
   *
   * @throws NoSpaceError, ReentrantPublishError, ClosedError
   */
  borrow(
    size: number,
  ): { readonly memory: Uint8Array; readonly offset: number; readonly reserved: boolean } | undefined {
    const offset = this.#withoutRegion ? PUBLISH.noReaders : this.#reserve(size);
    if (offset === PUBLISH.backpressured) return undefined;
    if (offset >= 0 && this.#region !== undefined) return { memory: this.#region, offset, reserved: true };
    if (offset >= 0) {
      this.#native.abort();
      this.#withoutRegion = true;
    }
    return { memory: new Uint8Array(size + SCRATCH_OFFSET), offset: SCRATCH_OFFSET, reserved: false };
  }

  commitBorrowed(size: number): number {
    this.#requireOpen();
    // Readers that came since the loan began are matched now, so that they are woken.
    this.#engine.sync();
    return this.#native.commit(size);
  }

  abortBorrowed(): void {
    if (!this.#closed) this.#native.abort();
  }

  get name(): string {
    return this.#options.name;
  }

  /** @throws SerializedMessageError when it is raw */
  requireCodec(): Codec {
    return (this.#codec ??= this.#requireCodec());
  }

  // --- back-pressure ---

  /**
   * Resolves to true when the message that was refused last would be taken, or would fail at once; to false at `end` (of
   * `performance.now()`). Readers wake a context whose publisher they refused room.
   *
   * @throws (rejects with) the signal's reason
   */
  async whenWritable(end = Infinity, signal?: AbortSignal): Promise<boolean> {
    while (!this.#writable()) {
      signal?.throwIfAborted();
      if (performance.now() >= end) return false;
      await this.#engine.nextWake(Math.min(end, performance.now() + LOOK_AGAIN_MILLIS), signal);
    }
    return true;
  }

  #writable(): boolean {
    if (this.#closed) return true;
    try {
      const offset = this.#reserve(this.#refusedSize);
      if (offset >= 0) this.#native.abort();
      return offset !== PUBLISH.backpressured;
    } catch {
      // The publish itself says why.
      return true;
    }
  }

  /** Resolves to true when all live reliable readers have taken everything; to false at `end` (of `performance.now()`). */
  async whenAcknowledged(end: number): Promise<boolean> {
    for (let look = 0; ; look++) {
      this.#requireOpen();
      this.#engine.sync();
      if (this.#native.allAcknowledged()) return true;
      if (performance.now() >= end) return false;
      await pause(look);
    }
  }

  // --- state ---

  get path(): NativePublisher['path'] {
    return this.#native.path;
  }

  get lastSequence(): number {
    return this.#native.lastSequence;
  }

  statistics() {
    return this.#native.statistics();
  }

  /** True when no reader is known that has not taken everything. */
  get allTaken(): boolean {
    return this.#engine.closed || this.#native.allAcknowledged();
  }

  /** Takes no more messages; what it wrote can still be read. */
  shut(): void {
    this.#closed = true;
    this.#region = undefined;
  }

  close(): void {
    this.shut();
    this.#native.close();
  }
}

/** Encodes for the sake of the errors only. */
function rehearse(codec: Codec, message: unknown, size: number): void {
  if (size > SCRATCH_BYTES) return;
  scratch ??= new Uint8Array(SCRATCH_BYTES + SCRATCH_OFFSET);
  codec.encode(message, scratch, SCRATCH_OFFSET, size);
}

function pause(look: number): Promise<void> {
  return new Promise((resolve) => {
    if (look < EAGER_LOOKS) setImmediate(resolve);
    else setTimeout(resolve, LOOK_EVERY_MILLIS);
  });
}
