import { decodeCatalogue } from '../catalogue/decode';
import { native } from '../native';
import { GraphQueries } from './queries';
import { World } from './world';

/**
 * The graph of a domain as it is now, read from shared memory without joining: nobody is woken, nothing is written, and stopped
 * processes are seen as well. An empty graph where there is no domain.
 *
 * @param directory the domain's directory, see `domainDirectory`
 */
export function readGraph(directory: string): GraphQueries {
  const world = new World();
  for (const { contextId, pid, catalogue } of native.readCatalogues(directory)) {
    world.update(contextId, pid, read(catalogue));
  }
  return new GraphQueries(() => world);
}

/** Undefined when it cannot be read: damaged, or of another version. */
function read(bytes: Uint8Array | undefined) {
  if (bytes === undefined) return undefined;
  try {
    // A context that has not told anything yet.
    return bytes.byteLength === 0 ? { nodes: [], endpoints: [] } : decodeCatalogue(bytes);
  } catch {
    return undefined;
  }
}
