import { type Engine } from '../engine/engine';
import { type NodeInfo } from '../graph/graph-info';
import { type Node } from '../node';

/** Where an endpoint is created: what a node hands to its endpoints. */
export interface Seat {
  readonly engine: Engine;
  readonly node: Node;
  /** The node as the graph shows it. */
  readonly info: NodeInfo;
  /** Takes a destroyed endpoint off the node's lists. */
  release(endpoint: object): void;
}
