import { type CatalogueEndpoint } from '../catalogue/catalogue';
import { Endpoint } from '../graph/endpoint';
import { type NodeInfo } from '../graph/graph-info';
import { type EndpointEvents } from '../endpoint-events';
import { type QosMismatch } from '../qos/compatibility';
import { type Inbox } from './inbox';
import { runCallback } from './uncaught';

/** What a publisher, subscription, service or client does when it meets a counterpart. */
export interface EndpointHooks {
  /** `start`: where to begin to read the peer (`START`); without meaning to a publisher. */
  match(peer: Endpoint, start: number): void;
  unmatch(peer: Endpoint): void;
}

/** An endpoint of this context, as the matchmaker sees it: who its counterparts are, and the events that follow from that. */
export class LocalEndpoint {
  readonly endpoint: Endpoint;
  /** True once other contexts can see it: a writer that appears later is read from its beginning. */
  announced = false;
  readonly #hooks: EndpointHooks;
  readonly #inbox: Inbox;
  readonly #events: EndpointEvents;
  readonly #peers = new Set<Endpoint>();
  #matchedTotal = 0;
  #incompatibleQosTotal = 0;
  #incompatibleTypeTotal = 0;

  constructor(
    node: NodeInfo,
    description: Omit<CatalogueEndpoint, 'node'>,
    inbox: Inbox,
    hooks: EndpointHooks,
    events: EndpointEvents = {},
  ) {
    this.endpoint = new Endpoint(node, description, this);
    this.#inbox = inbox;
    this.#hooks = hooks;
    this.#events = events;
  }

  /** Counterparts that match now. */
  get peers(): ReadonlySet<Endpoint> {
    return this.#peers;
  }

  match(peer: Endpoint, start: number): void {
    this.#peers.add(peer);
    this.#matchedTotal++;
    this.#hooks.match(peer, start);
    this.#tellMatched(1);
  }

  unmatch(peer: Endpoint): void {
    if (!this.#peers.delete(peer)) return;
    this.#hooks.unmatch(peer);
    this.#tellMatched(-1);
  }

  /** A counterpart that does not fit; told once a pair. */
  refuseQos(peer: Endpoint, mismatch: QosMismatch): void {
    const total = ++this.#incompatibleQosTotal;
    this.#post(this.#events.incompatibleQos, { total, mismatch, peer });
  }

  refuseType(peer: Endpoint): void {
    const total = ++this.#incompatibleTypeTotal;
    this.#post(this.#events.incompatibleType, { total, peer });
  }

  #tellMatched(change: number): void {
    this.#post(this.#events.matched, { current: this.#peers.size, change, total: this.#matchedTotal });
  }

  #post<E>(listener: ((event: E) => void) | undefined, event: E): void {
    if (listener === undefined) return;
    this.#inbox.post(() => {
      runCallback(() => listener(event));
      return true;
    });
  }
}
