import { existsSync } from 'node:fs';
import { cleanDomain, domainDirectory } from '@roslet/rmw/internal';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `roslet clean` */
export function clean(options: Options): void {
  const directory = domainDirectory();
  const dryRun = options.dryRun ?? false;
  const names = existsSync(directory) ? cleanDomain(directory, { dryRun }) : [];
  if (options.json) printJson({ directory, dryRun, removed: names });
  else if (names.length === 0) print(`nothing to remove in ${directory}`);
  else print(...names.map((name) => `${dryRun ? 'would remove' : 'removed'} ${directory}/${name}`));
}
