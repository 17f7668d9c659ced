import { native } from './native';
import { type ContextOptions } from './context-options';
import { contextSettings } from './settings/context-settings';

/** What lies in a domain's directory. */
export type DomainInspection = ReturnType<typeof native.inspectDomain>;

/** The directory of the domain that options and environment name. Nothing is created. */
export function domainDirectory(options: Pick<ContextOptions, 'domainId' | 'directory'> = {}): string {
  return contextSettings(options).directory;
}

/** Looks at a domain without joining it; works while its processes are stopped. */
export function inspectDomain(directory: string): DomainInspection {
  return native.inspectDomain(directory);
}

/** Removes what dead contexts left behind, and returns the names of it; `dryRun`: removes nothing. */
export function cleanDomain(directory: string, options: { readonly dryRun?: boolean } = {}): string[] {
  return native.cleanDomain(directory, options.dryRun ?? false);
}
