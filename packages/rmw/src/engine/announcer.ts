import { encodeCatalogue } from '../catalogue/encode';
import { type CatalogueNode } from '../catalogue/catalogue';
import { type NodeInfo } from '../graph/graph-info';
import { type LocalEndpoint } from './local-endpoint';

/** What this context shows of itself, and whether the others have been told. */
export class Announcer {
  readonly #nodes = new Set<NodeInfo>();
  readonly #endpoints = new Set<LocalEndpoint>();
  #unannounced: LocalEndpoint[] = [];
  /** True when there is something that the others have not been told. */
  dirty = false;

  get nodes(): ReadonlySet<NodeInfo> {
    return this.#nodes;
  }

  addNode(node: NodeInfo): void {
    this.#nodes.add(node);
    this.dirty = true;
  }

  removeNode(node: NodeInfo): void {
    this.#nodes.delete(node);
    this.dirty = true;
  }

  addEndpoint(endpoint: LocalEndpoint): void {
    this.#endpoints.add(endpoint);
    this.#unannounced.push(endpoint);
    this.dirty = true;
  }

  removeEndpoint(endpoint: LocalEndpoint): void {
    this.#endpoints.delete(endpoint);
    this.dirty = true;
  }

  /** Tells the others through `publish`; what it throws leaves everything to be told the next time. */
  announce(publish: (catalogue: Uint8Array) => void): void {
    publish(this.#encode());
    this.dirty = false;
    for (const endpoint of this.#unannounced) endpoint.announced = true;
    this.#unannounced = [];
  }

  #encode(): Uint8Array {
    const nodes: CatalogueNode[] = [];
    const indices = new Map<NodeInfo, number>();
    const indexOf = (node: NodeInfo) => {
      const index = indices.get(node) ?? nodes.push(node) - 1;
      indices.set(node, index);
      return index;
    };
    for (const node of this.#nodes) indexOf(node);
    // An endpoint on its way out may belong to a node that is gone already.
    const endpoints = [...this.#endpoints].map(({ endpoint }) => ({
      entity: endpoint.entity,
      kind: endpoint.kind,
      node: indexOf(endpoint.node),
      name: endpoint.name,
      type: endpoint.type,
      typeHash: endpoint.typeHash,
      qos: endpoint.qos,
    }));
    return encodeCatalogue({ nodes, endpoints });
  }
}
