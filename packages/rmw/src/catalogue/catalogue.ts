import { type QosProfile } from '../qos/profile';

/** What a context tells the others about itself. */
export interface Catalogue {
  readonly nodes: readonly CatalogueNode[];
  readonly endpoints: readonly CatalogueEndpoint[];
}

export interface CatalogueNode {
  readonly name: string;
  readonly namespace: string;
  readonly enclave: string;
}

export type EndpointKind = 'publisher' | 'subscription' | 'service' | 'client';

export interface CatalogueEndpoint {
  /** Number within the context, from 1, never used again. */
  readonly entity: number;
  readonly kind: EndpointKind;
  /** Index into `nodes`. */
  readonly node: number;
  /** Fully qualified name of the topic or service. */
  readonly name: string;
  readonly type: string;
  /** `RIHS01_…`, or '' when the endpoint does not know it. */
  readonly typeHash: string;
  readonly qos: QosProfile;
}
