import { type Catalogue, type EndpointKind } from '../catalogue/catalogue';
import { fullNodeName } from '../names/expand';
import { Endpoint } from './endpoint';
import { type NodeInfo } from './graph-info';

/** Endpoints of one name that may talk to each other. */
export interface Group {
  /** Publishers of a topic, servers of a service. */
  readonly providers: readonly Endpoint[];
  /** Subscriptions of a topic, clients of a service. */
  readonly consumers: readonly Endpoint[];
}

/** Most names have one or two endpoints, and a large graph thousands of names, so the lists are plain arrays. */
interface MutableGroup extends Group {
  readonly providers: Endpoint[];
  readonly consumers: Endpoint[];
}

interface ContextEntry {
  readonly id: string;
  readonly pid: number;
  nodes: readonly NodeInfo[];
  readonly endpoints: Map<number, Endpoint>;
  readable: boolean;
}

/** What one update of a context changed. */
export interface Difference {
  readonly added: readonly Endpoint[];
  readonly removed: readonly Endpoint[];
}

/**
 * All endpoints this context knows, its own included, by context and by name. Plain data: it neither matches nor asks anybody.
 */
export class World {
  readonly #contexts = new Map<string, ContextEntry>();
  readonly #topics = new Map<string, MutableGroup>();
  readonly #services = new Map<string, MutableGroup>();

  get topics(): ReadonlyMap<string, Group> {
    return this.#topics;
  }

  get services(): ReadonlyMap<string, Group> {
    return this.#services;
  }

  *nodes(): Generator<NodeInfo> {
    for (const context of this.#contexts.values()) yield* context.nodes;
  }

  *endpoints(): Generator<Endpoint> {
    for (const context of this.#contexts.values()) yield* context.endpoints.values();
  }

  unreadable(): { contextId: string; pid: number }[] {
    return [...this.#contexts.values()]
      .filter((context) => !context.readable)
      .map(({ id, pid }) => ({ contextId: id, pid }));
  }

  /** Makes a context's entries those of its catalogue; `undefined`: it cannot be read. An endpoint's description never changes. */
  update(contextId: string, pid: number, catalogue: Catalogue | undefined): Difference {
    const context = this.#contexts.get(contextId) ?? this.#addContext(contextId, pid);
    context.readable = catalogue !== undefined;
    const nodes = (catalogue?.nodes ?? []).map((node) => ({
      ...node,
      fullName: fullNodeName(node.namespace, node.name),
      contextId,
      pid,
    }));
    context.nodes = nodes;
    const gone = context.endpoints.size === 0 ? undefined : new Map(context.endpoints);
    const added: Endpoint[] = [];
    for (const description of catalogue?.endpoints ?? []) {
      if (gone?.delete(description.entity)) continue;
      const node = nodes[description.node];
      if (node === undefined || context.endpoints.has(description.entity)) continue;
      const endpoint = new Endpoint(node, description);
      this.#add(context, endpoint);
      added.push(endpoint);
    }
    const removed = gone === undefined ? [] : [...gone.values()];
    for (const endpoint of removed) this.remove(endpoint);
    return { added, removed };
  }

  /** Forgets a context that ended. */
  drop(contextId: string): Difference {
    const removed = [...(this.#contexts.get(contextId)?.endpoints.values() ?? [])];
    for (const endpoint of removed) this.remove(endpoint);
    this.#contexts.delete(contextId);
    return { added: [], removed };
  }

  /** Own nodes: those of other contexts come with `update`. */
  setNodes(contextId: string, pid: number, nodes: readonly NodeInfo[]): void {
    (this.#contexts.get(contextId) ?? this.#addContext(contextId, pid)).nodes = nodes;
  }

  add(endpoint: Endpoint): void {
    this.#add(
      this.#contexts.get(endpoint.contextId) ?? this.#addContext(endpoint.contextId, endpoint.node.pid),
      endpoint,
    );
  }

  #add(context: ContextEntry, endpoint: Endpoint): void {
    context.endpoints.set(endpoint.entity, endpoint);
    const groups = this.#groups(endpoint.kind);
    const group = groups.get(endpoint.name);
    if (group !== undefined) this.#side(endpoint, group).push(endpoint);
    else if (isProvider(endpoint.kind)) groups.set(endpoint.name, { providers: [endpoint], consumers: [] });
    else groups.set(endpoint.name, { providers: [], consumers: [endpoint] });
  }

  remove(endpoint: Endpoint): void {
    this.#contexts.get(endpoint.contextId)?.endpoints.delete(endpoint.entity);
    const groups = this.#groups(endpoint.kind);
    const group = groups.get(endpoint.name);
    if (group === undefined) return;
    const side = this.#side(endpoint, group);
    const index = side.indexOf(endpoint);
    if (index >= 0) side.splice(index, 1);
    if (group.providers.length + group.consumers.length === 0) groups.delete(endpoint.name);
  }

  /** Endpoints of the same name on the other side: those it may talk to if types and QoS agree. */
  counterparts(kind: EndpointKind, name: string): readonly Endpoint[] {
    const group = this.#groups(kind).get(name);
    if (group === undefined) return NOBODY;
    return isProvider(kind) ? group.consumers : group.providers;
  }

  #addContext(id: string, pid: number): ContextEntry {
    const context: ContextEntry = { id, pid, nodes: [], endpoints: new Map(), readable: true };
    this.#contexts.set(id, context);
    return context;
  }

  #groups(kind: EndpointKind): Map<string, MutableGroup> {
    return kind === 'publisher' || kind === 'subscription' ? this.#topics : this.#services;
  }

  #side(endpoint: Endpoint, group: MutableGroup): Endpoint[] {
    return isProvider(endpoint.kind) ? group.providers : group.consumers;
  }
}

const NOBODY: readonly Endpoint[] = [];

/** Publishers and services; the others consume. */
export function isProvider(kind: EndpointKind): boolean {
  return kind === 'publisher' || kind === 'service';
}
