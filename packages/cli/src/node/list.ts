import { isHidden } from '../domain/hidden';
import { lookAtGraph } from '../domain/look';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

interface Options {
  readonly all?: boolean;
  readonly countNodes?: boolean;
  readonly json?: boolean;
}

/** `roslet node list` */
export function list(options: Options): void {
  const nodes = lookAtGraph((graph) => graph.nodes()).filter(
    ({ fullName }) => options.all === true || !isHidden(fullName),
  );
  if (options.json) printJson(nodes);
  else if (options.countNodes) print(String(nodes.length));
  else print(...nodes.map(({ fullName }) => fullName));
}
