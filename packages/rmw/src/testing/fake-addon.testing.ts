import {
  BATCH,
  type CatalogueChange,
  type NativeAddon,
  type NativeContext,
  type NativeContextOptions,
  type NativePublisher,
  type NativePublisherOptions,
  type NativeSubscription,
  type NativeSubscriptionOptions,
  PUBLISH,
  type ReaderAddress,
  type ReaderStatistics,
  START,
  type WriterStatistics,
} from '../native';

/**
 * The native surface in memory: contexts of one process exchange messages, without shared memory, sockets or timing. For unit tests
 * of what stands on top of it; what the real addon does is for the process tests.
 *
 *     jest.mock('@roslet/native', () => jest.requireActual<typeof fake>('../testing/fake-addon.testing').createFakeAddon());
 */
export function createFakeAddon(): FakeAddon {
  const domains = new Map<string, FakeDomain>();
  const contexts = new Map<string, FakeContext>();
  const domainOf = (directory: string) => {
    let domain = domains.get(directory);
    if (domain === undefined) domains.set(directory, (domain = new FakeDomain()));
    return domain;
  };
  return {
    contextOf: (id) => contexts.get(id) as FakeContext,
    layoutVersion: 1,
    Context: class extends FakeContext {
      constructor(options: NativeContextOptions) {
        super(domainOf(options.directory), options);
        contexts.set(this.id, this);
      }
    },
    Publisher: FakePublisher as unknown as NativeAddon['Publisher'],
    Subscription: FakeSubscription as unknown as NativeAddon['Subscription'],
    cdrPlan: () => {
      throw new Error('the fake addon has no native walker');
    },
    cdrSize: () => 0,
    cdrEncode: () => undefined,
    readCatalogues: () => [],
    inspectDomain: () => ({ contexts: [], files: [] }),
    cleanDomain: () => [],
    layout: () => ({}),
  };
}

export interface FakeAddon extends NativeAddon {
  contextOf(id: string): FakeContext;
}

let lastId = 0;

class FakeDomain {
  readonly contexts = new Map<string, FakeContext>();
  generation = 1;

  bump(): void {
    this.generation++;
    for (const context of this.contexts.values()) context.schedule();
  }
}

interface FakeRecord {
  readonly sequence: number;
  readonly bytes: Uint8Array;
  readonly correlation: number;
  readonly time: bigint;
}

export class FakeContext implements NativeContext {
  readonly id: string;
  readonly domain: FakeDomain;
  readonly options: NativeContextOptions;
  readonly publishers = new Set<FakePublisher>();
  readonly subscriptions = new Set<FakeSubscription>();
  /** Where a test looks when it wants to know how often others were told something. */
  catalogueWrites = 0;
  catalogue: Uint8Array | undefined;
  catalogueVersion = 0;
  referenced = true;
  closed = false;
  #seenGeneration = 0;
  readonly #seen = new Map<string, number>();
  #scheduled = false;

  constructor(domain: FakeDomain, options: NativeContextOptions) {
    this.domain = domain;
    this.options = options;
    this.id = (++lastId).toString(16).padStart(16, '0');
    domain.contexts.set(this.id, this);
    domain.bump();
  }

  graphChanged(): boolean {
    return this.#seenGeneration !== this.domain.generation;
  }

  graphChanges(): CatalogueChange[] {
    this.#seenGeneration = this.domain.generation;
    const changes: CatalogueChange[] = [];
    for (const [id, context] of this.domain.contexts) {
      if (context === this || context.catalogue === undefined) continue;
      if (this.#seen.get(id) === context.catalogueVersion) continue;
      this.#seen.set(id, context.catalogueVersion);
      changes.push({ contextId: id, pid: fakePid(id), catalogue: context.catalogue.slice() });
    }
    for (const id of [...this.#seen.keys()]) {
      if (this.domain.contexts.has(id)) continue;
      this.#seen.delete(id);
      changes.push({ contextId: id, pid: fakePid(id), catalogue: undefined });
    }
    return changes;
  }

  setCatalogue(bytes: Uint8Array): void {
    this.requireOpen();
    this.catalogue = bytes.slice();
    this.catalogueVersion++;
    this.catalogueWrites++;
    const fresh = !this.graphChanged();
    this.domain.bump();
    if (fresh) this.#seenGeneration = this.domain.generation;
  }

  take(maxMessages: number): ArrayBuffer[] | undefined {
    this.requireOpen();
    const entries: FakeEntry[] = [];
    for (const subscription of this.subscriptions) {
      if (subscription.active) subscription.gather(entries, maxMessages);
    }
    return toBatch(entries);
  }

  waitSync(): boolean {
    return this.graphChanged() || this.hasMessages();
  }

  setRef(on: boolean): void {
    this.referenced = on;
  }

  releaseLoan(): boolean {
    return false;
  }

  inspect(): [] {
    return [];
  }

  counters(): Record<string, number> {
    return {};
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const publisher of [...this.publishers]) publisher.close();
    for (const subscription of [...this.subscriptions]) subscription.close();
    this.domain.contexts.delete(this.id);
    this.domain.bump();
  }

  hasMessages(): boolean {
    return [...this.subscriptions].some((subscription) => subscription.active && subscription.ready());
  }

  schedule(): void {
    if (this.#scheduled || this.closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.closed) return;
      this.options.onWake(this.graphChanged(), this.take(512));
      if (!this.closed && this.hasMessages()) this.schedule();
    });
  }

  requireOpen(): void {
    if (this.closed) throw new Error('the fake context is closed');
  }
}

/** Contexts of one process stand for several. */
function fakePid(id: string): number {
  return 100_000 + Number.parseInt(id, 16);
}

export class FakePublisher implements NativePublisher {
  readonly context: FakeContext;
  readonly options: NativePublisherOptions;
  readers: readonly ReaderAddress[] = [];
  records: FakeRecord[] = [];
  lastSequence = 0;
  sentBytes = 0;
  reservedOffset = -1;
  region: Uint8Array | undefined = undefined;
  waiting = false;
  closed = false;
  readonly staging = new Uint8Array(4 + 2048);
  #reserved = 0;

  constructor(context: FakeContext, options: NativePublisherOptions) {
    context.requireOpen();
    this.context = context;
    this.options = options;
    context.publishers.add(this);
  }

  setReaders(readers: readonly ReaderAddress[]): void {
    this.readers = readers;
  }

  reserve(size: number): number {
    this.#requireOpen();
    if (this.#reserved > 0) return PUBLISH.busy;
    if (this.context.graphChanged()) return PUBLISH.graphChanged;
    if (this.readers.length === 0 && !this.options.transientLocal) {
      this.lastSequence++;
      return PUBLISH.noReaders;
    }
    if (size > this.options.maxBytes) return PUBLISH.noSpace;
    if (this.options.depth === 0 && this.#unreadBytes() + size > this.options.maxBytes) {
      this.waiting = true;
      return PUBLISH.backpressured;
    }
    this.waiting = false;
    this.#reserved = size;
    this.reservedOffset = 12;
    if (this.region !== undefined && this.region.byteLength >= size + 12) return this.reservedOffset;
    this.region = new Uint8Array(Math.max(1024, size * 2 + 12));
    return PUBLISH.newRegion;
  }

  commit(actualSize: number, correlation = 0): number {
    this.#requireOpen();
    const region = this.region as Uint8Array;
    return this.#append(region.slice(this.reservedOffset, this.reservedOffset + actualSize), correlation);
  }

  setCorked(): void {
    // The fake wakes from the event loop, and so once a turn anyway.
  }

  abort(): void {
    this.#reserved = 0;
  }

  readonly send = (size: number, correlation?: number): number =>
    this.publishBytes(this.staging.subarray(4, 4 + size), correlation);

  publishBytes(bytes: Uint8Array, correlation = 0): number {
    const result = this.reserve(bytes.byteLength);
    if (result < 0 && result !== PUBLISH.newRegion) return result;
    return this.#append(bytes.slice(), correlation);
  }

  publishMessage(): number {
    throw new Error('the fake addon has no native walker');
  }

  allAcknowledged(): boolean {
    return this.attachments().every((attachment) => attachment.next > this.lastSequence);
  }

  get path(): 'none' | 'ring' {
    return this.lastSequence === 0 ? 'none' : 'ring';
  }

  statistics(): WriterStatistics {
    return {
      entity: this.options.entity,
      sent: this.lastSequence,
      sentBytes: this.sentBytes,
      lastSequence: this.lastSequence,
      inlineSent: 0,
      lostNoSpace: 0,
      sharedBytes: this.#unreadBytes(),
      readers: this.readers.length,
    };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.context.publishers.delete(this);
  }

  attachments(): FakeAttachment[] {
    return [...this.context.domain.contexts.values()]
      .flatMap((context) => [...context.subscriptions])
      .flatMap((subscription) => [...subscription.attachments.values()])
      .filter((attachment) => attachment.writer() === this);
  }

  get target(): string {
    return this.options.target ?? '';
  }

  #append(bytes: Uint8Array, correlation: number): number {
    this.#reserved = 0;
    const sequence = ++this.lastSequence;
    this.sentBytes += bytes.byteLength;
    this.records.push({ sequence, bytes, correlation, time: BigInt(Date.now()) * 1_000_000n });
    for (const { contextId } of this.readers) this.context.domain.contexts.get(contextId)?.schedule();
    return sequence;
  }

  #unreadBytes(): number {
    if (this.readers.length === 0) return 0;
    const positions = this.attachments().map((attachment) => attachment.next);
    const first = positions.length < this.readers.length ? 1 : Math.min(...positions);
    return this.records
      .filter((record) => record.sequence >= first)
      .reduce((sum, record) => sum + record.bytes.byteLength, 0);
  }

  #requireOpen(): void {
    if (this.closed || this.context.closed) throw new Error('the fake publisher is closed');
  }
}

class FakeAttachment {
  readonly number: number;
  /** Sequence number of the record to read next. */
  next = 1;
  draining = false;
  readonly #find: () => FakePublisher | undefined;
  #writer: FakePublisher | undefined;

  constructor(number: number, find: () => FakePublisher | undefined, start: number) {
    this.number = number;
    this.#find = find;
    const writer = this.writer();
    if (writer === undefined || start === START.beginning) return;
    this.next = writer.lastSequence + 1;
    if (start === START.history && writer.options.transientLocal) {
      this.next -= Math.min(writer.options.depth || Infinity, writer.records.length);
    }
  }

  /** Kept once found: a closed writer's last messages can still be read. */
  writer(): FakePublisher | undefined {
    return (this.#writer ??= this.#find());
  }

  waiting(): FakeRecord[] {
    return this.writer()?.records.filter((record) => record.sequence >= this.next) ?? [];
  }
}

export class FakeSubscription implements NativeSubscription {
  readonly context: FakeContext;
  readonly options: NativeSubscriptionOptions;
  readonly attachments = new Map<number, FakeAttachment>();
  active = false;
  closed = false;
  received = 0;
  receivedBytes = 0;
  lostDepth = 0;
  lostInvalid = 0;
  #lastAttachment = 0;

  constructor(context: FakeContext, options: NativeSubscriptionOptions) {
    context.requireOpen();
    this.context = context;
    this.options = options;
    context.subscriptions.add(this);
  }

  attach(contextId: string, entity: number, start: number, target = ''): number {
    const { domain } = this.context;
    const find = () =>
      [...(domain.contexts.get(contextId)?.publishers ?? [])].find(
        (publisher) => publisher.options.entity === entity && publisher.target === target,
      );
    const attachment = new FakeAttachment(++this.#lastAttachment, find, start);
    this.attachments.set(attachment.number, attachment);
    this.context.schedule();
    return attachment.number;
  }

  detach(number: number, drain: boolean): void {
    const attachment = this.attachments.get(number);
    if (attachment === undefined) return;
    attachment.writer();
    attachment.draining = true;
    if (!drain || attachment.waiting().length === 0) this.attachments.delete(number);
  }

  setActive(on: boolean): void {
    this.active = on;
    if (on) this.context.schedule();
  }

  ready(): boolean {
    return [...this.attachments.values()].some((attachment) => attachment.waiting().length > 0);
  }

  takeOne(): ArrayBuffer[] | undefined {
    const entries: FakeEntry[] = [];
    this.gather(entries, 1);
    return toBatch(entries);
  }

  countInvalid(): void {
    this.lostInvalid++;
  }

  statistics(): ReaderStatistics {
    return {
      entity: this.options.entity,
      received: this.received,
      receivedBytes: this.receivedBytes,
      lostOverwritten: 0,
      lostDepth: this.lostDepth,
      lostInvalid: this.lostInvalid,
      viaLog: this.received,
      viaInline: 0,
      viaDurable: 0,
    };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.context.subscriptions.delete(this);
    this.attachments.clear();
  }

  /** Appends what waits, at most until there are `max` entries; KEEP_LAST passes over what is too old. */
  gather(entries: FakeEntry[], max: number): void {
    for (const attachment of [...this.attachments.values()]) {
      let records = attachment.waiting();
      const { depth } = this.options;
      let lost = 0;
      if (depth > 0 && records.length > depth) {
        lost = records.length - depth;
        this.lostDepth += lost;
        records = records.slice(lost);
      }
      for (const record of records) {
        if (entries.length >= max) break;
        entries.push({ subscription: this, attachment: attachment.number, record, lost });
        lost = 0;
        attachment.next = record.sequence + 1;
        this.received++;
        this.receivedBytes += record.bytes.byteLength;
      }
      const writer = attachment.writer();
      if (writer?.waiting) writer.context.schedule();
      if (attachment.draining && attachment.waiting().length === 0) this.attachments.delete(attachment.number);
    }
  }
}

interface FakeEntry {
  readonly subscription: FakeSubscription;
  readonly attachment: number;
  readonly record: FakeRecord;
  readonly lost: number;
}

const KINDS = { message: 1, request: 2, response: 3 } as const;

function toBatch(entries: readonly FakeEntry[]): ArrayBuffer[] | undefined {
  if (entries.length === 0) return undefined;
  const base = 64;
  let at = base + BATCH.entriesAt + entries.length * BATCH.entrySize + 4;
  const offsets = entries.map(({ record }) => {
    const offset = at;
    at += Math.ceil(record.bytes.byteLength / 8) * 8;
    return offset;
  });
  const buffer = new ArrayBuffer(at + 8);
  const view = new DataView(buffer);
  view.setUint32(0, base, true);
  view.setUint32(base, entries.length, true);
  entries.forEach(({ subscription, attachment, record, lost }, index) => {
    const entry = base + BATCH.entriesAt + index * BATCH.entrySize;
    const offset = offsets[index] as number;
    view.setUint32(entry + BATCH.subscription, subscription.options.entity, true);
    view.setUint32(entry + BATCH.kind, KINDS[subscription.options.kind], true);
    view.setUint32(entry + BATCH.offset, offset, true);
    view.setUint32(entry + BATCH.length, record.bytes.byteLength, true);
    view.setUint32(entry + BATCH.attachment, attachment, true);
    view.setBigUint64(entry + BATCH.sequence, BigInt(record.sequence), true);
    view.setBigInt64(entry + BATCH.sourceTimestamp, record.time, true);
    view.setBigInt64(entry + BATCH.receivedTimestamp, BigInt(Date.now()) * 1_000_000n, true);
    view.setBigUint64(entry + BATCH.correlation, BigInt(record.correlation), true);
    view.setBigUint64(entry + BATCH.lost, BigInt(lost), true);
    new Uint8Array(buffer).set(record.bytes, offset);
  });
  return [buffer];
}
