import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { InterfaceOptionError } from '../errors';
import { amentSource } from './ament-source';
import { directorySource } from './directory-source';
import type * as OptionsSchema from './options-schema';
import type { PackageSource } from './package-source';
import { shippedSource } from './shipped-source';

export interface InterfaceRegistryOptions {
  /** Searched first: package directories, folders of packages, colcon `src` or `install` trees. */
  readonly directories?: readonly string[];
  /** Read for `ROSLET_INTERFACE_PATH` and `AMENT_PREFIX_PATH`; by default the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether to fall back on the definitions that come with Roslet. Default true. */
  readonly shipped?: boolean;
}

/**
 * The sources to ask, in order.
 *
 * @throws InterfaceOptionError for options of a wrong type and for named directories that do not exist.
 */
export function sourcesOf(options: InterfaceRegistryOptions): PackageSource[] {
  const { directories = [], environment = process.env, shipped = true } = validate(options);
  const missing = directories.find((directory) => !existsSync(directory));
  if (missing !== undefined) {
    throw new InterfaceOptionError(
      `expected 'directories' to name existing directories, '${resolve(missing)}' does not exist`,
    );
  }
  const named = splitPath(environment.ROSLET_INTERFACE_PATH);
  const prefixes = splitPath(environment.AMENT_PREFIX_PATH);
  const sources: PackageSource[] = [];
  if (directories.length > 0) sources.push(directorySource(directories, "the option 'directories'"));
  if (named.length > 0) sources.push(directorySource(named, 'ROSLET_INTERFACE_PATH'));
  if (prefixes.length > 0) sources.push(amentSource(prefixes));
  if (shipped) sources.push(shippedSource());
  return sources;
}

function splitPath(text: string | undefined): string[] {
  return (text ?? '').split(delimiter).filter((part) => part !== '');
}

function validate(options: InterfaceRegistryOptions): InterfaceRegistryOptions {
  if (Object.keys(options).length === 0) return options;
  // Loading zod takes 45 ms, most processes pass no options: load it only for those that do.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { registryOptionsSchema } = require('./options-schema') as typeof OptionsSchema;
  const parsed = registryOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InterfaceOptionError(
    `interface registry option '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'has a wrong value'}`,
    { cause: parsed.error },
  );
}
