import { type EndpointInfo } from './graph/graph-info';
import { type QosMismatch } from './qos/compatibility';

/** Callbacks of a publisher or subscription about itself. They run from the event loop, or in `spinOnce`. */
export interface EndpointEvents {
  /** A counterpart came or went. `total`: all that ever came. */
  readonly matched?:
    ((event: { readonly current: number; readonly change: number; readonly total: number }) => void) | undefined;
  /** A counterpart of the same topic does not fit; `mismatch` is the first policy that differs. */
  readonly incompatibleQos?:
    | ((event: { readonly total: number; readonly mismatch: QosMismatch; readonly peer: EndpointInfo }) => void)
    | undefined;
  /** A counterpart of the same topic has another type, or another version of the type. */
  readonly incompatibleType?: ((event: { readonly total: number; readonly peer: EndpointInfo }) => void) | undefined;
  /** Subscriptions: messages were lost, by whatever cause. */
  readonly messageLost?: ((event: { readonly total: number; readonly change: number }) => void) | undefined;
}
