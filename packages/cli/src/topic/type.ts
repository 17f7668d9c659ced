import { lookAtGraph } from '../domain/look';
import { fullTopicName } from '../domain/names';
import { topicTypes, unknownTopic } from '../domain/types-of';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

/**
 * `roslet topic type`
 *
 * @throws NotFoundError, NameError
 */
export function type(typed: string, options: { readonly json?: boolean }): void {
  const topic = fullTopicName(typed);
  const types = lookAtGraph((graph) => {
    const found = topicTypes(graph, topic);
    if (found.length === 0) throw unknownTopic(graph, topic);
    return found;
  });
  if (options.json) printJson({ topic, types });
  else print(...types);
}
