import { type Catalogue } from '../catalogue/catalogue';
import { CatalogueError, decodeCatalogue } from '../catalogue/decode';
import { ClosedError, reasonOf } from '../errors';
import { type NodeInfo } from '../graph/graph-info';
import { type Difference, World } from '../graph/world';
import { native, type CatalogueChange, type NativeContext, type NativeContextOptions } from '../native';
import { type TypeSupport } from '../types/type-support';
import { type RmwWarning, type WarningHandler } from '../warnings';
import { Announcer } from './announcer';
import { Bell } from './bell';
import { closeAtExit, keepOpenAtExit, openContexts } from './exit';
import { Departures } from './departures';
import { Inbox } from './inbox';
import { type LocalEndpoint } from './local-endpoint';
import { Matchmaker } from './matchmaker';
import { RateLimit } from './rate-limit';
import { runCallback } from './uncaught';
import { type Writer } from './writer';
import { collectYoung } from './young-collector';

export interface EngineOptions extends Omit<NativeContextOptions, 'onWake' | 'onYoungFull'> {
  readonly types: TypeSupport;
  readonly onWarning: WarningHandler;
}

/**
 * What makes a context run; `Context` is its public face. Three flows meet here:
 *
 * - own endpoints, told to the others lazily (`flush`),
 * - the others' endpoints, read when the registry's generation moved (`refresh`), and matched with the own ones,
 * - received messages, dealt out through the inbox.
 */
export class Engine {
  readonly native: NativeContext;
  readonly types: TypeSupport;
  readonly world = new World();
  readonly inbox = new Inbox();
  readonly #announcer = new Announcer();
  readonly #departures = new Departures(this.#announcer, () => this.#changed());
  readonly #matchmaker: Matchmaker;
  readonly #warnings: RmwWarning[] = [];
  readonly #rates = new RateLimit();
  readonly #onWarning: WarningHandler;
  /** Publishing endpoints whose readers changed since native code was told. */
  readonly #unsettled = new Set<{ settle(): void }>();
  readonly #wakes = new Bell();
  readonly #changeListeners = new Set<() => void>();
  #changePending = false;
  #flushScheduled = false;
  #lastEntity = 0;
  #keepAlives = 0;
  #userRef = false;
  #closed = false;

  constructor(options: EngineOptions) {
    const { types, onWarning, ...nativeOptions } = options;
    this.types = types;
    this.#onWarning = onWarning;
    this.#matchmaker = new Matchmaker(this.world, (warning) => this.#warnings.push(warning));
    this.native = new native.Context({
      ...nativeOptions,
      onWake: (changed, batch) => this.#wake(changed, batch),
      onYoungFull: collectYoung,
    });
    this.native.setRef(false);
    closeAtExit(this);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** True when the next publish must tell the others something first. */
  get dirty(): boolean {
    return this.#announcer.dirty;
  }

  nextEntity(): number {
    return ++this.#lastEntity;
  }

  /** @throws ClosedError */
  requireOpen(what: string): void {
    if (this.#closed) throw new ClosedError(what);
  }

  // --- own nodes and endpoints ---

  addNode(node: NodeInfo): void {
    this.#announcer.addNode(node);
    this.#nodesChanged(node);
  }

  removeNode(node: NodeInfo): void {
    this.#announcer.removeNode(node);
    this.#nodesChanged(node);
  }

  /** Makes an endpoint part of the graph: matched with what is known now, told to the others at the next flush. */
  introduce(local: LocalEndpoint): void {
    this.world.add(local.endpoint);
    this.#announcer.addEndpoint(local);
    this.#matchmaker.introduce(local.endpoint);
    this.#settle();
    this.#changed();
  }

  /** Takes an endpoint out of the graph and closes its writer, at once or when its last messages have been taken. */
  retire(local: LocalEndpoint, writer?: Writer): void {
    writer?.shut();
    this.world.remove(local.endpoint);
    this.#matchmaker.part(local.endpoint);
    this.#settle();
    if (writer !== undefined && !writer.allTaken) {
      this.#departures.add(local, writer);
    } else {
      this.#announcer.removeEndpoint(local);
      writer?.close();
    }
    this.#changed();
  }

  /** Tells the others what changed since the last time. A reader looks at all writers first: see `announced`. */
  flush(): void {
    try {
      this.announce();
    } catch (error) {
      // No reason to fail what else is going on: it is told the next time.
      this.warnSometimes('unannounced', {
        code: 'unannounced',
        message: `other processes cannot be told of new nodes and endpoints: ${reasonOf(error)}`,
      });
    }
  }

  /** As `flush`. @throws native code's error when there is no room for what is to be told */
  announce(): void {
    if (this.#closed || !this.#announcer.dirty) return;
    this.refresh();
    this.#announcer.announce((catalogue) => this.native.setCatalogue(catalogue));
  }

  // --- the others ---

  /** Brings the graph up to date, cheaply when nothing changed. */
  sync(): void {
    if (this.#closed) return;
    this.flush();
    if (this.native.graphChanged()) this.refresh();
  }

  /** Gives a loaned message's memory back; views on it become empty. */
  releaseLoan(buffer: ArrayBuffer): void {
    if (!this.#closed) this.native.releaseLoan(buffer);
  }

  refresh(): void {
    const changes = this.native.graphChanges();
    if (changes.length === 0) return;
    const differences = changes.map((change) => this.#difference(change));
    // What a writer sent before it left may still lie in the mailbox, and would find nobody once its reader is detached.
    if (differences.some(({ removed }) => removed.length > 0)) this.#lookAtMailbox();
    for (const difference of differences) this.#apply(difference);
    this.#settle();
    this.#changed();
  }

  #difference(change: CatalogueChange): Difference {
    if (change.catalogue === undefined) return this.world.drop(change.contextId);
    return this.world.update(change.contextId, change.pid, this.#read(change.contextId, change.pid, change.catalogue));
  }

  #read(contextId: string, pid: number, bytes: Uint8Array): Catalogue | undefined {
    try {
      // A context that has not told anything yet.
      return bytes.byteLength === 0 ? { nodes: [], endpoints: [] } : decodeCatalogue(bytes);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      this.warnSometimes(`unreadable ${contextId}`, {
        code: 'unreadable-context',
        message: `cannot read what process ${pid} (context ${contextId}) offers: ${reasonOf(error)}`,
      });
      return undefined;
    }
  }

  #apply({ added, removed }: Difference): void {
    for (const endpoint of removed) this.#matchmaker.part(endpoint);
    for (const endpoint of added) this.#matchmaker.introduce(endpoint);
  }

  /** An endpoint's set of readers changed; native code is told once all changes are known. */
  unsettle(writer: { settle(): void }): void {
    this.#unsettled.add(writer);
  }

  #settle(): void {
    for (const writer of this.#unsettled) writer.settle();
    this.#unsettled.clear();
    for (const warning of this.#warnings.splice(0)) this.warn(warning);
  }

  // --- messages ---

  /** See `Context.spinOnce`. */
  spinOnce(timeoutMillis: number, max: number): number {
    const end = timeoutMillis < 0 ? Infinity : performance.now() + timeoutMillis;
    this.flush();
    for (;;) {
      const ran = this.#runReady(max);
      const left = end - performance.now();
      if (ran > 0 || this.#closed || left <= 0) return ran;
      this.native.waitSync(left === Infinity ? -1 : Math.ceil(left));
      this.#wakes.ring();
      if (!this.#closed) this.sync();
    }
  }

  /** Runs what waits already, then what has arrived. */
  #runReady(max: number): number {
    let ran = this.inbox.run(max);
    while (ran < max && !this.#closed) {
      const buffers = this.native.take(max - ran);
      if (buffers === undefined) break;
      this.inbox.push(buffers);
      ran += this.inbox.run(max - ran);
    }
    return ran;
  }

  /** Lets native code look at its mailbox now, not when the event loop comes to it. */
  #lookAtMailbox(): void {
    this.native.waitSync(0);
    this.#wakes.ring();
  }

  /** Moves everything that has arrived here into the inbox. */
  #takeIn(): void {
    this.#lookAtMailbox();
    this.sync();
    for (const reader of this.inbox.readers) reader.pull();
  }

  #wake(graphChanged: boolean, buffers: ArrayBuffer[] | undefined): void {
    if (this.#closed) return;
    this.#wakes.ring();
    // Messages first: the last answer of a server must not come after the news that it is gone.
    if (buffers !== undefined) this.inbox.push(buffers);
    this.inbox.run(Infinity);
    if (graphChanged && !this.#closed) this.refresh();
  }

  /** Resolves at the next wake-up, or at `end` (of `performance.now()`), or when the signal aborts. */
  nextWake(end: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#wakes.next(end, signal, this.keepAlive());
  }

  // --- news ---

  warn(warning: RmwWarning): void {
    runCallback(() => this.#onWarning(warning));
  }

  /** Warns at most once a second about the same subject. */
  warnSometimes(subject: string, warning: RmwWarning): void {
    const left = this.#rates.admit(subject);
    if (left === undefined) return;
    this.warn(left === 0 ? warning : { ...warning, message: `${warning.message} (and ${left} more like it)` });
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Tells listeners once all of this tick's changes are in, and lets the end of the tick flush. */
  #changed(): void {
    if (this.#announcer.dirty) this.#scheduleFlush();
    if (this.#changePending) return;
    this.#changePending = true;
    queueMicrotask(() => {
      this.#changePending = false;
      for (const listener of [...this.#changeListeners]) runCallback(listener);
    });
  }

  #scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    queueMicrotask(() => {
      this.#flushScheduled = false;
      this.flush();
    });
  }

  #nodesChanged(node: NodeInfo): void {
    this.world.setNodes(node.contextId, node.pid, [...this.#announcer.nodes]);
    this.#changed();
  }

  // --- life ---

  setRef(on: boolean): void {
    this.#userRef = on;
    this.#applyRef();
  }

  /** Keeps the process alive until the returned function runs: somebody waits for an answer. */
  keepAlive(): () => void {
    let released = false;
    this.#keepAlives++;
    this.#applyRef();
    return () => {
      if (released) return;
      released = true;
      this.#keepAlives--;
      this.#applyRef();
    };
  }

  #applyRef(): void {
    if (!this.#closed) this.native.setRef(this.#userRef || this.#keepAlives > 0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    keepOpenAtExit(this);
    this.inbox.close();
    this.#departures.close();
    // Native code waits for late readers, but those of this thread cannot do anything meanwhile.
    for (const sibling of openContexts()) if (sibling instanceof Engine) sibling.#takeIn();
    this.native.close();
    this.#wakes.ring();
    this.#changed();
  }
}
