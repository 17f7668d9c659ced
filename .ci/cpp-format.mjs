// Which C++ files are ours, and with what they are formatted.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { at, nativeDir } from './workspace.mjs';

/** The C++ sources of the addon, its tests and the measurements. */
export function cppFiles() {
  return [...['src', 'test', 'fuzz'].map((folder) => path.join(nativeDir, folder)), at('perf', 'native')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(cpp|hpp|h)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The clang-format program, or undefined where there is none. */
export function clangFormat() {
  return spawnSync('clang-format', ['--version']).status === 0 ? 'clang-format' : undefined;
}
