import { type EndpointKind } from '../catalogue/catalogue';
import { type Endpoint } from './endpoint';
import { type EndpointInfo, type NameAndTypes, type NodeInfo } from './graph-info';
import { type Group, type World } from './world';

/** Questions about nodes and endpoints. */
export class GraphQueries {
  readonly #look: () => World;

  /** @param look gives what is known at that moment; asked at each query */
  constructor(look: () => World) {
    this.#look = look;
  }

  /** Sorted by full name. */
  nodes(): NodeInfo[] {
    return [...this.#look().nodes()].sort((one, other) => compare(one.fullName, other.fullName));
  }

  /** Topics with their types, sorted by name. */
  topics(): NameAndTypes[] {
    return namesAndTypes(endpointsOf(this.#look().topics));
  }

  /** Services with their types, sorted by name. Services with clients only count, too. */
  services(): NameAndTypes[] {
    return namesAndTypes(endpointsOf(this.#look().services));
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
    return this.#look().counterparts('subscription', topic).length;
  }

  countSubscriptions(topic: string): number {
    return this.#look().counterparts('publisher', topic).length;
  }

  countServices(name: string): number {
    return this.#look().counterparts('client', name).length;
  }

  countClients(name: string): number {
    return this.#look().counterparts('service', name).length;
  }

  /** Endpoints of all nodes of this full name (`/ns/name`), sorted by kind and name. */
  endpointsOf(fullName: string): EndpointInfo[] {
    return [...this.#look().endpoints()]
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
    return this.#look().unreadable();
  }

  #named(otherSide: EndpointKind, name: string): EndpointInfo[] {
    return [...this.#look().counterparts(otherSide, name)].sort((one, other) =>
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
  const all = new Map<string, { readonly name: string; readonly types: string[] }>();
  for (const { name, type } of endpoints) {
    const known = all.get(name);
    if (known === undefined) all.set(name, { name, types: [type] });
    else if (!known.types.includes(type)) known.types.push(type);
  }
  for (const { types } of all.values()) types.sort();
  return [...all.values()].sort((one, other) => compare(one.name, other.name));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
