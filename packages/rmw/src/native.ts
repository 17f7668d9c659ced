/**
 * The whole surface of the native addon, and the only importer of it.
 *
 * Division of work: native code owns shared memory, sockets and the event-loop integration, and knows endpoints only as
 * numbers; TypeScript decides who matches whom, what a type is and what QoS means. Every value handed down is checked
 * again by native code, so a mistake here is an exception and never a crash.
 *
 * Hex forms: a context id is 16 hex digits; a GID is 32: context id, entity number (8), and 8 zeros.
 */
import addon from '@roslet/native';

export interface NativeContextOptions {
  /** The domain's directory (created with mode 0700 when missing). */
  readonly directory: string;
  readonly domainId: number;
  /** Numeric group that may join (2770/0660), or -1 for the owner alone. */
  readonly groupId: number;
  /** Written into every header, so that a refusal can name both versions. */
  readonly libraryVersion: string;
  /** `ROSLET_TEST_FORCE_SHM_FAILURE=1`: logs and durable segments can neither be created nor opened by this context. */
  readonly forceShmFailure: boolean;
  readonly wait: 'park' | 'adaptive' | 'spin';
  /** Longest time the adaptive strategy keeps polling after activity, in microseconds. */
  readonly adaptiveBudgetMicros: number;
  /**
   * Called from the event loop when there is something to do: `graphChanged` when another context's catalogue changed or a
   * context died, `batch` when active subscriptions have messages (see `BATCH`). One call a drain. Neither: readers may have
   * made room for a publisher that was `backpressured`.
   */
  readonly onWake: (graphChanged: boolean, batch: ArrayBuffer[] | undefined) => void;
  /** Called when some megabytes of large messages were handed over since the last call. */
  readonly onYoungFull: () => void;
}

/** A context as another process sees it. `catalogue` is undefined when the context ended or died. */
export interface CatalogueChange {
  readonly contextId: string;
  readonly pid: number;
  readonly catalogue: Uint8Array | undefined;
}

export interface ContextInfo {
  readonly contextId: string;
  readonly pid: number;
  readonly uid: number;
  readonly libraryVersion: string;
  /** Unix time in nanoseconds. */
  readonly startTime: bigint;
  readonly alive: boolean;
  /** As the context wrote it; undefined when it cannot be read. */
  readonly catalogue: Uint8Array | undefined;
  readonly writers: readonly WriterStatistics[];
  readonly readers: readonly ReaderStatistics[];
}

/** Counters a publisher keeps in its context segment; readable from outside even while the process is stopped. */
export interface WriterStatistics {
  readonly entity: number;
  readonly sent: number;
  readonly sentBytes: number;
  readonly lastSequence: number;
  /** Messages that went out by inline datagrams, summed over readers. */
  readonly inlineSent: number;
  /** Reliable messages that had to be given up, by cause. */
  readonly lostNoSpace: number;
  /** Bytes of shared memory held now (logs and durable segments). */
  readonly sharedBytes: number;
  readonly readers: number;
}

export interface ReaderStatistics {
  readonly entity: number;
  readonly received: number;
  readonly receivedBytes: number;
  /** Overwritten before this reader took them. */
  readonly lostOverwritten: number;
  /** Passed over because newer messages filled the reader's own KEEP_LAST depth. */
  readonly lostDepth: number;
  /** Refused: a record or fragment that did not check out, or a payload that does not decode. */
  readonly lostInvalid: number;
  readonly viaLog: number;
  readonly viaInline: number;
  readonly viaDurable: number;
}

export interface NativeContext {
  readonly id: string;
  /** True when the registry's generation moved since `graphChanges()` last ran; one load, no system call. */
  graphChanged(): boolean;
  /** Re-reads what changed (and sweeps up dead contexts). Own catalogue not included. */
  graphChanges(): CatalogueChange[];
  /** Replaces this context's catalogue, bumps the registry's generation, wakes the others. */
  setCatalogue(bytes: Uint8Array): void;
  /** Drains up to `maxMessages` from the active subscriptions now. */
  take(maxMessages: number): ArrayBuffer[] | undefined;
  /** Blocks the thread until something is ready or the time is over (-1: for ever). True when something may be ready. */
  waitSync(timeoutMillis: number): boolean;
  /** Whether this context keeps the event loop alive. */
  setRef(on: boolean): void;
  /**
   * Gives back a loaned message's buffer (of a batch): it is detached, so that views on it become empty, and the writer may use the
   * space again. False when it is no loan, or none any more. A buffer that is collected is given back by itself.
   */
  releaseLoan(buffer: ArrayBuffer): boolean;
  /** Every context of the domain with its counters. */
  inspect(): ContextInfo[];
  /** Context-wide counters: `doorbells` sent, `datagramsRefused`, `parks` (sleeps), `drains` (calls of `onWake`), `loansOut`. */
  counters(): Record<string, number>;
  /** Closes all endpoints, removes what this context owns; the domain's last user removes the directory. Idempotent. */
  close(): void;
}

export interface NativePublisherOptions {
  /** Number of the endpoint within its context, from 1. */
  readonly entity: number;
  /** GID of the one client this writer answers; undefined for topics and requests. */
  readonly target?: string;
  readonly reliable: boolean;
  readonly transientLocal: boolean;
  /** KEEP_LAST depth; 0 means KEEP_ALL. */
  readonly depth: number;
  /** Upper bound of the shared memory this publisher may hold. */
  readonly maxBytes: number;
}

export interface ReaderAddress {
  readonly contextId: string;
  readonly entity: number;
  readonly reliable: boolean;
}

/** Results of reserve/publish below zero. */
export const PUBLISH = {
  /** The graph moved: call `graphChanges()`, update the readers, publish again. */
  graphChanged: -1,
  /** Nobody reads: counted as sent, nothing written. */
  noReaders: -2,
  /** RELIABLE KEEP_ALL and the log is full of messages a live reader has not taken. */
  backpressured: -3,
  /** Out of shared memory and of the publisher's own limit. */
  noSpace: -4,
  /** A reservation of this publisher is still open (a getter published again while encoding). */
  busy: -5,
  /** Reserved, but in another region than the last one: fetch `region` again, then `reservedOffset`. */
  newRegion: -6,
} as const;

export interface NativePublisher {
  /** Where a small message is put for `send`, from offset 4 on (offset + 4 is divisible by 8). */
  readonly staging: Uint8Array;
  /** Reserve, copy from `staging`, commit: one call for a small message. Sequence number or `PUBLISH` code. No method: it needs no `this`. */
  readonly send: (size: number, correlation?: number) => number;
  /** Replaces the set of matched readers. */
  setReaders(readers: readonly ReaderAddress[]): void;
  /**
   * Reserves a record for `size` serialized bytes (encapsulation header included) and returns the byte offset within
   * `region` at which to encode (offset + 4 is divisible by 8), or a `PUBLISH` code.
   */
  reserve(size: number): number;
  /** Memory the open reservation lies in; undefined where the runtime forbids external ArrayBuffers (Electron). */
  readonly region: Uint8Array | undefined;
  readonly reservedOffset: number;
  /** Makes the reserved record visible and rings sleeping readers. Returns the message's sequence number. `correlation`: the request's number, in a response. */
  commit(actualSize: number, correlation?: number): number;
  abort(): void;
  /** While on, messages are visible at once, but nobody is woken for them; turning it off wakes whoever sleeps, once. */
  setCorked(on: boolean): void;
  /** Copies serialized bytes into a record: reserve, copy, commit in one call. Sequence number or `PUBLISH` code. */
  publishBytes(bytes: Uint8Array, correlation?: number): number;
  /** The native walker: size, reserve, encode, commit in one call. Sequence number or `PUBLISH` code. */
  publishMessage(plan: NativePlan, message: unknown, correlation?: number): number;
  /** True when every matched live reliable reader has taken everything published so far. */
  allAcknowledged(): boolean;
  readonly lastSequence: number;
  /** True when the last commit found every reader able to map the log; false when inline datagrams carry it. */
  readonly path: 'none' | 'ring' | 'inline' | 'mixed';
  statistics(): WriterStatistics;
  /** Readers that are attached finish what is in the log, then the files are gone. Idempotent. */
  close(): void;
}

export interface NativeSubscriptionOptions {
  readonly entity: number;
  readonly reliable: boolean;
  /** KEEP_LAST depth; 0 means KEEP_ALL. */
  readonly depth: number;
  /** What its batch entries are marked with. */
  readonly kind: 'message' | 'request' | 'response';
  /** Messages of 4 KiB or more are viewed where they lie and pinned there, instead of copied; see `BATCH.loanFlag`. */
  readonly loan?: boolean;
}

export const START = {
  /** Everything the writer has ever put in its log (the writer is younger than the reader, or speaks to it alone). */
  beginning: 0,
  /** From now on. */
  head: 1,
  /** The writer's latched history first (TRANSIENT_LOCAL on both sides). */
  history: 2,
} as const;

export interface NativeSubscription {
  /** Starts to read a writer. `target` (this reader's own GID) for the private response log of a service. Returns the attachment's number (batch field `attachment`). */
  attach(contextId: string, entity: number, start: number, target?: string): number;
  /** Stops reading. With `drain`, what the writer had committed is still delivered first. */
  detach(attachment: number, drain: boolean): void;
  /** Whether event-loop drains and `take` deliver from it (its node is being spun). */
  setActive(on: boolean): void;
  /** True when a message is waiting. */
  ready(): boolean;
  /** Takes at most one message now, regardless of active; same batch form. */
  takeOne(): ArrayBuffer[] | undefined;
  /** Counts a payload that did not decode. */
  countInvalid(): void;
  statistics(): ReaderStatistics;
  close(): void;
}

/** Opaque handle of a codec's compiled plan. */
export interface NativePlan {
  readonly __plan: never;
}

/**
 * A batch: the first bytes of `buffers[0]` are a u32, the byte offset of the batch within that buffer (which is shared with earlier and
 * later batches, so it is to be read at once). There stands a u32 count, `count` entries of 64 bytes from 64 bytes behind it on, and small
 * payloads; larger payloads lie in buffers of their own. The memory belongs to the receiver.
 */
export const BATCH = {
  /** From the batch's offset. */
  entriesAt: 64,
  entrySize: 64,
  /** u32 entity number of the subscription */
  subscription: 0,
  /**
   * u32, low byte: 1 message, 2 request, 3 response, 4 loss notice (no payload; `lost` says how many); `loanFlag`: the buffer is
   * the record itself. It is the receiver's to read and not to write.
   */
  kind: 4,
  loanFlag: 0x100,
  /** u32 index into `buffers` */
  buffer: 8,
  /** u32 byte offset of the encapsulation header in its buffer; offset + 4 is divisible by 8 */
  offset: 12,
  /** u32 serialized size, encapsulation header included */
  length: 16,
  /** u32 attachment number */
  attachment: 20,
  /** u64 the writer's sequence number */
  sequence: 24,
  /** i64 Unix nanoseconds at commit */
  sourceTimestamp: 32,
  /** i64 Unix nanoseconds at this drain */
  receivedTimestamp: 40,
  /** u64 responses: the request's sequence number */
  correlation: 48,
  /** u64 messages this subscription lost from this writer directly before this one */
  lost: 56,
} as const;

export interface NativeAddon {
  readonly layoutVersion: number;
  readonly Context: new (options: NativeContextOptions) => NativeContext;
  readonly Publisher: new (context: NativeContext, options: NativePublisherOptions) => NativePublisher;
  readonly Subscription: new (context: NativeContext, options: NativeSubscriptionOptions) => NativeSubscription;
  cdrPlan(plan: Uint8Array): NativePlan;
  cdrSize(plan: NativePlan, message: unknown): number;
  cdrEncode(plan: NativePlan, message: unknown, target: Uint8Array, offset: number, size: number): void;
  /** Reads a domain without joining it: contexts with counters, files, orphans (files whose owner is dead). */
  inspectDomain(directory: string): {
    readonly contexts: ContextInfo[];
    readonly files: {
      readonly name: string;
      readonly bytes: number;
      readonly owner: string | undefined;
      readonly orphan: boolean;
    }[];
  };
  /** What the living contexts of a domain announce, without joining it. */
  readCatalogues(directory: string): CatalogueChange[];
  /** Removes what dead contexts left (`dryRun`: only names it). */
  cleanDomain(directory: string, dryRun: boolean): string[];
  /** Names of the layout's constants with their values, for the golden test that holds both languages to the same bytes. */
  layout(): Record<string, number>;
}

export const native = addon as NativeAddon;
