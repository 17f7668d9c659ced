import { type EndpointKind } from '../catalogue/catalogue';
import { type QosProfile } from '../qos/profile';

export type { EndpointKind };

/** A node as the graph shows it. */
export interface NodeInfo {
  readonly name: string;
  readonly namespace: string;
  /** `/ns/name` */
  readonly fullName: string;
  readonly enclave: string;
  readonly contextId: string;
  readonly pid: number;
}

/** A publisher, subscription, service or client as the graph shows it. */
export interface EndpointInfo {
  readonly kind: EndpointKind;
  /** Fully qualified name of the topic or service. */
  readonly name: string;
  readonly node: NodeInfo;
  readonly type: string;
  /** `RIHS01_…`, or '' when the endpoint does not know it. */
  readonly typeHash: string;
  /** 16 bytes, see `gid.ts`. */
  readonly gid: Uint8Array;
  readonly qos: QosProfile;
}

export interface NameAndTypes {
  readonly name: string;
  /** Sorted; more than one only where endpoints disagree. */
  readonly types: readonly string[];
}
