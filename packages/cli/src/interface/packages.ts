import { defaultRegistry } from '@roslet/interfaces';
import { nearMiss } from '../domain/near-miss';
import { NotFoundError } from '../errors';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { type KindOptions, wantedKinds } from './kinds';

/**
 * `roslet interface package`
 *
 * @throws NotFoundError
 */
export function onePackage(name: string, options: { readonly json?: boolean }): void {
  const registry = defaultRegistry();
  const names = registry.list({ package: name });
  if (names.length === 0) {
    throw new NotFoundError(`no package '${name}' with interfaces${nearMiss(name, registry.packages())}`);
  }
  if (options.json) printJson(names);
  else print(...names);
}

/** `roslet interface packages` */
export function allPackages(options: KindOptions & { readonly json?: boolean }): void {
  const registry = defaultRegistry();
  const kinds = wantedKinds(options);
  const packages = registry
    .packages()
    .filter((name) => kinds.some((kind) => registry.list({ kind, package: name }).length > 0));
  if (options.json) printJson(packages);
  else print(...packages);
}
