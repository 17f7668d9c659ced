import type { GraphQueries } from '@roslet/rmw';
import { domainDirectory, readGraph } from '@roslet/rmw/internal';

/** What the reading verbs ask. */
export type GraphView = GraphQueries;

/**
 * Looks at the domain's graph once, without joining the domain: nobody notices. Where there is no domain, nothing is created: it is
 * an empty one.
 */
export function lookAtGraph<T>(look: (graph: GraphView) => T): T {
  return look(readGraph(domainDirectory()));
}
