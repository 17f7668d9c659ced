import { type Engine } from '../engine/engine';
import { waitForGraph, type WaitOptions } from '../engine/wait-for-graph';
import { type EndpointKind } from '../catalogue/catalogue';
import { type Endpoint } from './endpoint';
import { type EndpointInfo, type NameAndTypes, type NodeInfo } from './graph-info';
import { type Group } from './world';

/**
 * Who is there: the nodes and endpoints of the domain, own ones included. Every query sees what was created before it in this
 * process, and what other processes had announced.
 */
export class Graph {
  readonly #engine: Engine;
  readonly #listeners = new Map<() => void, () => void>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Sorted by full name. */
  nodes(): NodeInfo[] {
    return [...this.#world().nodes()].sort((one, other) => compare(one.fullName, other.fullName));
  }

  /** Topics with their types, sorted by name. */
  topics(): NameAndTypes[] {
    return namesAndTypes(endpointsOf(this.#world().topics));
  }

  /** Services with their types, sorted by name. Services with clients only count, too. */
  services(): NameAndTypes[] {
    return namesAndTypes(endpointsOf(this.#world().services));
  }

  publishers(topic: string): EndpointInfo[] {
    return this.#named('subscription', topic);
  }

  subscriptions(topic: string): EndpointInfo[] {
    return this.#named('publisher', topic);
  }

  serviceServers(name: string): EndpointInfo[] {
    return this.#named('client', name);
  }

  clients(name: string): EndpointInfo[] {
    return this.#named('service', name);
  }

  countPublishers(topic: string): number {
    return this.#world().counterparts('subscription', topic).size;
  }

  countSubscriptions(topic: string): number {
    return this.#world().counterparts('publisher', topic).size;
  }

  countServices(name: string): number {
    return this.#world().counterparts('client', name).size;
  }

  countClients(name: string): number {
    return this.#world().counterparts('service', name).size;
  }

  /** Endpoints of all nodes of this full name (`/ns/name`), sorted by kind and name. */
  endpointsOf(fullName: string): EndpointInfo[] {
    return [...this.#world().endpoints()]
      .filter((endpoint) => endpoint.node.fullName === fullName)
      .sort((one, other) => compare(one.kind, other.kind) || compare(one.name, other.name));
  }

  publishersOf(fullName: string): NameAndTypes[] {
    return this.#namesOf(fullName, 'publisher');
  }

  subscriptionsOf(fullName: string): NameAndTypes[] {
    return this.#namesOf(fullName, 'subscription');
  }

  servicesOf(fullName: string): NameAndTypes[] {
    return this.#namesOf(fullName, 'service');
  }

  clientsOf(fullName: string): NameAndTypes[] {
    return this.#namesOf(fullName, 'client');
  }

  /** Contexts that are there, but whose catalogue cannot be read: of another version of Roslet, or damaged. */
  unreadable(): { readonly contextId: string; readonly pid: number }[] {
    return this.#world().unreadable();
  }

  /** Runs the listener after every change of the graph, own changes included, once a tick. Returns what removes it. */
  onChange(listener: () => void): () => void {
    return this.#engine.onChange(listener);
  }

  on(event: 'change', listener: () => void): this {
    if (!this.#listeners.has(listener)) this.#listeners.set(listener, this.onChange(listener));
    return this;
  }

  off(event: 'change', listener: () => void): this {
    this.#listeners.get(listener)?.();
    this.#listeners.delete(listener);
    return this;
  }

  /**
   * Resolves to true when `condition()` holds, which is looked at again after each change; to false when the time (in milliseconds, -1:
   * no limit) is over first, or the context is closed.
   *
   * @throws (rejects with) what `condition` throws, the signal's reason
   */
  waitFor(condition: () => boolean, timeoutMillis = -1, options: WaitOptions = {}): Promise<boolean> {
    return waitForGraph(this.#engine, condition, timeoutMillis, options);
  }

  #world() {
    this.#engine.sync();
    return this.#engine.world;
  }

  #named(otherSide: EndpointKind, name: string): EndpointInfo[] {
    return [...this.#world().counterparts(otherSide, name)].sort((one, other) =>
      compare(one.node.fullName, other.node.fullName),
    );
  }

  #namesOf(fullName: string, kind: EndpointKind): NameAndTypes[] {
    return namesAndTypes(this.endpointsOf(fullName).filter((endpoint) => endpoint.kind === kind));
  }
}

function* endpointsOf(groups: ReadonlyMap<string, Group>): Generator<Endpoint> {
  for (const { providers, consumers } of groups.values()) {
    yield* providers;
    yield* consumers;
  }
}

function namesAndTypes(endpoints: Iterable<EndpointInfo>): NameAndTypes[] {
  const types = new Map<string, Set<string>>();
  for (const { name, type } of endpoints) {
    const known = types.get(name);
    if (known === undefined) types.set(name, new Set([type]));
    else known.add(type);
  }
  return [...types]
    .map(([name, of]) => ({ name, types: [...of].sort() }))
    .sort((one, other) => compare(one.name, other.name));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
