import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEntries } from './package-directory';
import type { PackageSource } from './package-source';

/** Where rosidl registers each package that defines interfaces, below an installation prefix. */
const INDEX = join('share', 'ament_index', 'resource_index', 'rosidl_interfaces');

/**
 * The packages of an installed ROS 2: the prefixes of `AMENT_PREFIX_PATH`, overlays first. As in ament, the
 * first prefix that has a package hides the later ones' whole package.
 */
export function amentSource(prefixes: readonly string[]): PackageSource {
  return {
    origin: 'installed ROS 2 (AMENT_PREFIX_PATH)',
    packages: () => [...new Set(prefixes.flatMap((prefix) => readEntries(join(prefix, INDEX))))],
    locate: (pkg) => {
      const prefix = prefixes.find((candidate) => existsSync(join(candidate, INDEX, pkg)));
      return prefix === undefined ? undefined : join(prefix, 'share', pkg);
    },
  };
}
