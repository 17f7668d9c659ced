import { isHidden } from '../domain/hidden';
import { type GraphView, lookAtGraph } from '../domain/look';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

interface Options {
  readonly showTypes?: boolean;
  readonly countServices?: boolean;
  readonly includeHiddenServices?: boolean;
  readonly json?: boolean;
}

/** `roslet service list` */
export function list(options: Options): void {
  const services = lookAtGraph((graph) => shownServices(graph, options.includeHiddenServices ?? false));
  if (options.json) printJson(services);
  else if (options.countServices) print(String(services.length));
  else print(...services.map(({ name, types }) => (options.showTypes ? `${name} [${types.join(', ')}]` : name)));
}

/** As in ROS 2, a service that only clients wait for is listed, too. */
export function shownServices(graph: GraphView, hidden: boolean) {
  return graph
    .services()
    .filter(({ name }) => hidden || !isHidden(name))
    .map(({ name, types }) => ({
      name,
      types,
      servers: graph.serviceServers(name).length,
      clients: graph.clients(name).length,
    }));
}
