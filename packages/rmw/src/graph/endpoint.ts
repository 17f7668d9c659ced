import { type CatalogueEndpoint, type EndpointKind } from '../catalogue/catalogue';
import { gidBytes, gidHex } from '../gid';
import { type QosProfile } from '../qos/profile';
import { type LocalEndpoint } from '../engine/local-endpoint';
import { type EndpointInfo, type NodeInfo } from './graph-info';

/** An endpoint of the graph, local or remote. */
export class Endpoint implements EndpointInfo {
  readonly node: NodeInfo;
  readonly entity: number;
  readonly kind: EndpointKind;
  readonly name: string;
  readonly type: string;
  readonly typeHash: string;
  readonly qos: QosProfile;
  /** The object behind it when it belongs to this context. */
  readonly local: LocalEndpoint | undefined;
  #gid: Uint8Array | undefined;

  constructor(node: NodeInfo, description: Omit<CatalogueEndpoint, 'node'>, local?: LocalEndpoint) {
    this.node = node;
    this.entity = description.entity;
    this.kind = description.kind;
    this.name = description.name;
    this.type = description.type;
    this.typeHash = description.typeHash;
    this.qos = description.qos;
    this.local = local;
  }

  get contextId(): string {
    return this.node.contextId;
  }

  get gid(): Uint8Array {
    return (this.#gid ??= gidBytes(this.contextId, this.entity));
  }

  get gidHex(): string {
    return gidHex(this.contextId, this.entity);
  }
}
