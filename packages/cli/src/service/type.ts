import { lookAtGraph } from '../domain/look';
import { fullTopicName } from '../domain/names';
import { serviceTypes, unknownService } from '../domain/types-of';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

/**
 * `roslet service type`
 *
 * @throws NotFoundError, NameError
 */
export function type(typed: string, options: { readonly json?: boolean }): void {
  const service = fullTopicName(typed);
  const types = lookAtGraph((graph) => {
    const found = serviceTypes(graph, service);
    if (found.length === 0) throw unknownService(graph, service);
    return found;
  });
  if (options.json) printJson({ service, types });
  else print(...types);
}
