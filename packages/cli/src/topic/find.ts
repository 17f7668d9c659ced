import { lookAtGraph } from '../domain/look';
import { sameType } from '../domain/same-type';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { shownTopics } from './list';

interface Options {
  readonly countTopics?: boolean;
  readonly includeHiddenTopics?: boolean;
  readonly json?: boolean;
}

/** `roslet topic find` */
export function find(type: string, options: Options): void {
  const names = lookAtGraph((graph) => shownTopics(graph, options.includeHiddenTopics ?? false))
    .filter(({ types }) => types.some((each) => sameType(type, each)))
    .map(({ name }) => name);
  if (options.json) printJson(names);
  else if (options.countTopics) print(String(names.length));
  else print(...names);
}
