import { readdirSync, readFileSync, realpathSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { holdsDefinitions } from './package-directory';
import type { PackageSource } from './package-source';

/** Deep enough for any colcon workspace, shallow enough to end soon when somebody names `/`. */
const MAX_DEPTH = 8;

/** Folders that never hold a package of their own, however large they are. */
const SKIPPED = new Set(['node_modules', 'build', 'log', '__pycache__']);

const IGNORE_MARKERS = ['COLCON_IGNORE', 'AMENT_IGNORE'];

/**
 * Directories the user names. Each may be a package, a folder of packages, or a colcon workspace's root, `src`,
 * `install` or `share`. They are searched once, when first needed; an earlier directory hides a later one's package.
 */
export function directorySource(directories: readonly string[], origin: string): PackageSource {
  let found: Map<string, string> | undefined;
  const search = (): Map<string, string> => {
    if (found === undefined) {
      found = new Map();
      const visited = new Set<string>();
      for (const directory of directories) collect(directory, 0, visited, found);
    }
    return found;
  };
  return {
    origin,
    packages: () => [...search().keys()],
    locate: (pkg) => search().get(pkg),
  };
}

function collect(directory: string, depth: number, visited: Set<string>, found: Map<string, string>): void {
  const entries = readDirectory(directory, visited);
  if (entries === undefined) return;
  const names = new Set(entries.map((entry) => entry.name));
  // colcon marks `install` itself as ignored; a directory the user named is meant all the same.
  if (depth > 0 && IGNORE_MARKERS.some((marker) => names.has(marker))) return;

  const isPackage = names.has('package.xml');
  if (holdsDefinitions(directory)) {
    const name = (isPackage ? nameInManifest(join(directory, 'package.xml')) : undefined) ?? basename(directory);
    if (!found.has(name)) found.set(name, directory);
    return;
  }
  // Packages do not nest, so a package without definitions ends the search too.
  if (isPackage || depth === MAX_DEPTH) return;
  for (const entry of entries) {
    const mayHoldPackages = (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.');
    if (mayHoldPackages && !SKIPPED.has(entry.name)) collect(join(directory, entry.name), depth + 1, visited, found);
  }
}

/** Sorted entries; undefined when unreadable, not a directory, or visited before (links can form circles). */
function readDirectory(directory: string, visited: Set<string>): Dirent[] | undefined {
  try {
    const real = realpathSync(directory);
    if (visited.has(real)) return undefined;
    visited.add(real);
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

function nameInManifest(path: string): string | undefined {
  try {
    return /<name>\s*([A-Za-z][A-Za-z0-9_]*)\s*<\/name>/.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
