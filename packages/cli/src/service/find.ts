import { lookAtGraph } from '../domain/look';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { sameType } from '../domain/same-type';
import { shownServices } from './list';

interface Options {
  readonly countServices?: boolean;
  readonly includeHiddenServices?: boolean;
  readonly json?: boolean;
}

/** `roslet service find` */
export function find(type: string, options: Options): void {
  const names = lookAtGraph((graph) => shownServices(graph, options.includeHiddenServices ?? false))
    .filter(({ types }) => types.some((each) => sameType(type, each)))
    .map(({ name }) => name);
  if (options.json) printJson(names);
  else if (options.countServices) print(String(names.length));
  else print(...names);
}
