import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../package-root';
import { readEntries } from './package-directory';
import type { PackageSource } from './package-source';

export const SHIPPED_DEFINITIONS = join(PACKAGE_ROOT, 'definitions');

/** The definitions that come with this package. */
export function shippedSource(root: string = SHIPPED_DEFINITIONS): PackageSource {
  return {
    origin: 'shipped with Roslet',
    packages: () => readEntries(root),
    locate: (pkg) => {
      const directory = join(root, pkg);
      return existsSync(directory) ? directory : undefined;
    },
  };
}
