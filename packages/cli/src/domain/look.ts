import { existsSync } from 'node:fs';
import { Context, type Graph, domainDirectory } from '@roslet/rmw';
import { remark } from '../output/stdout';

/** The questions that the reading verbs ask. */
export type GraphView = Pick<
  Graph,
  'nodes' | 'topics' | 'services' | 'publishers' | 'subscriptions' | 'serviceServers' | 'clients' | 'endpointsOf'
>;

/**
 * Looks at the domain's graph once. Where there is no domain, nothing is created: it is an empty one.
 */
export function lookAtGraph<T>(look: (graph: GraphView) => T): T {
  if (!existsSync(domainDirectory())) return look(NOBODY);
  const context = new Context({ onWarning: ({ message }) => remark(message) });
  try {
    return look(context.graph);
  } finally {
    context.close();
  }
}

const NOBODY: GraphView = {
  nodes: () => [],
  topics: () => [],
  services: () => [],
  publishers: () => [],
  subscriptions: () => [],
  serviceServers: () => [],
  clients: () => [],
  endpointsOf: () => [],
};
