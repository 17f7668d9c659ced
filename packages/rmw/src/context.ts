import { defaultRegistry, type InterfaceRegistry } from '@roslet/interfaces';
import { type ContextOptions } from './context-options';
import { Engine } from './engine/engine';
import { ClosedError, OptionError } from './errors';
import { Graph } from './graph/graph';
import { type NodeInfo } from './graph/graph-info';
import { fullNodeName } from './names/expand';
import { validateNamespace, validateNodeName } from './names/validate';
import { type ContextInfo } from './native';
import { Node, type NodeOptions } from './node';
import { contextSettings } from './settings/context-settings';
import { checkOptions } from './settings/options';
import { type ContextStatistics, sumStatistics } from './statistics';
import { TypeSupport } from './types/type-support';
import { LIBRARY_VERSION } from './version';
import { printWarning } from './warnings';

/**
 * A membership in a domain: the nodes of one thread (or a part of them), with all that they send and receive.
 *
 * A process may have several, worker threads have their own, and nothing but the environment is shared between them. A context that is open
 * does not by itself keep the process alive (see `setRef`). A normal exit closes it.
 */
export class Context {
  /** 16 hex digits. */
  readonly id: string;
  readonly domainId: number;
  /** The domain's directory. */
  readonly directory: string;
  readonly enclave: string;
  readonly graph: Graph;
  readonly interfaces: InterfaceRegistry;
  readonly #engine: Engine;
  readonly #nodes = new Set<Node>();

  /** @throws OptionError, EnvironmentError, and native code's errors when the domain cannot be joined */
  constructor(options: ContextOptions = {}) {
    const settings = contextSettings(options);
    this.domainId = settings.domainId;
    this.directory = settings.directory;
    this.enclave = options.enclave ?? '/';
    this.interfaces = options.interfaces ?? defaultRegistry();
    this.#engine = new Engine({
      ...settings,
      libraryVersion: LIBRARY_VERSION,
      types: new TypeSupport(this.interfaces),
      onWarning: options.onWarning ?? printWarning,
    });
    this.id = this.#engine.native.id;
    this.graph = new Graph(this.#engine);
  }

  get isValid(): boolean {
    return !this.#engine.closed;
  }

  get nodes(): readonly Node[] {
    return [...this.#nodes];
  }

  /**
   * @param namespace absolute, or relative to the root
   * @throws NameError, OptionError, ClosedError
   */
  createNode(name: string, namespace = '/', options: NodeOptions = {}): Node {
    this.#requireOpen();
    checkOptions('nodeSchema', 'a node', options);
    const absolute = absoluteNamespace(namespace);
    validateNodeName(name);
    validateNamespace(absolute);
    const info: NodeInfo = {
      name,
      namespace: absolute,
      fullName: fullNodeName(absolute, name),
      enclave: options.enclave ?? this.enclave,
      contextId: this.id,
      pid: process.pid,
    };
    this.#warnOfDuplicate(info);
    this.#engine.addNode(info);
    const node = new Node(this, this.#engine, info, options, () => this.#nodes.delete(node));
    this.#nodes.add(node);
    return node;
  }

  /**
   * Runs callbacks of active endpoints that are ready; when none is, blocks the thread until one is or the time is over. The event loop
   * stands still meanwhile. May be called from inside a callback.
   *
   * @param timeoutMillis 0: only what is ready now; -1: as long as it takes
   * @param max most callbacks to run, 1 or more
   * @returns the number of callbacks run
   * @throws OptionError, ClosedError
   */
  spinOnce(timeoutMillis = 0, max = 1): number {
    this.#requireOpen();
    if (typeof timeoutMillis !== 'number' || Number.isNaN(timeoutMillis)) {
      throw new OptionError(`expected a timeout in milliseconds, or -1 for no limit, got ${String(timeoutMillis)}`);
    }
    if (!(max >= 1)) throw new OptionError(`expected the most callbacks to run to be 1 or more, got ${String(max)}`);
    return this.#engine.spinOnce(timeoutMillis, max);
  }

  /** Whether the context keeps the process alive; off at first. Calls and waits in progress keep it alive in any case. */
  setRef(on: boolean): void {
    this.#engine.setRef(on);
  }

  /**
   * Makes what this tick created and destroyed visible to other processes now. Otherwise that happens at the end of the tick, or before the
   * first publish, wait or graph query.
   *
   * @throws native code's error when the domain's directory has no room for it (otherwise that is a warning)
   */
  flush(): void {
    this.#engine.announce();
  }

  /** Sums over the endpoints that exist now. */
  statistics(): ContextStatistics {
    this.#requireOpen();
    const nodes = this.nodes;
    return sumStatistics(
      nodes.flatMap((node) => node.publishers.map((publisher) => publisher.statistics())),
      nodes.flatMap((node) => node.subscriptions.map((subscription) => subscription.statistics())),
    );
  }

  /** Native code's own counters: `doorbells` sent, `datagramsRefused`, `parks` (sleeps), `drains` (calls with work), `loansOut`. */
  counters(): Record<string, number> {
    this.#requireOpen();
    return this.#engine.native.counters();
  }

  /** All contexts of the domain with the counters of their endpoints, read from shared memory. */
  inspect(): ContextInfo[] {
    this.#requireOpen();
    return this.#engine.native.inspect();
  }

  /** Destroys all nodes and leaves the domain. Idempotent. */
  close(): void {
    if (this.#engine.closed) return;
    for (const node of this.#nodes) node.destroy();
    this.#engine.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #warnOfDuplicate({ fullName }: NodeInfo): void {
    const other = this.graph.nodes().find((node) => node.fullName === fullName);
    if (other === undefined) return;
    this.#engine.warn({
      code: 'duplicate-node',
      node: fullName,
      message: `another node is called ${fullName} (process ${other.pid}); give nodes different names, or tools cannot tell them apart`,
    });
  }

  #requireOpen(): void {
    if (this.#engine.closed) throw new ClosedError('the context');
  }
}

/** ROS 2 takes `robot` for `/robot`, and '' for `/`. */
function absoluteNamespace(namespace: string): string {
  if (namespace === '') return '/';
  return typeof namespace === 'string' && !namespace.startsWith('/') ? `/${namespace}` : namespace;
}
