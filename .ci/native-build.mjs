// Compiles the addon with cmake-js, unless the sources and the toolchain are those of the last successful build.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeIncludeDirectory } from './node-headers.mjs';
import { takeLock } from './lock.mjs';
import { bin, exitCodeOf, nativeDir } from './workspace.mjs';

const buildDir = path.join(nativeDir, 'build');
const binary = path.join(buildDir, 'Release', 'roslet.node');
const sourceStamp = path.join(buildDir, '.roslet-sources');
const toolchainStamp = path.join(buildDir, '.roslet-toolchain');

/** Leaves an up-to-date addon in native/build/Release; ends the process when it cannot be built. */
export async function buildNative() {
  requireSources();
  // Two CMake runs in one folder spoil each other: whoever comes second waits, and then finds nothing to do.
  const release = await takeLock(`roslet-build:${nativeDir}`);
  buildIfStale();
  await release();
}

function buildIfStale() {
  const include = nodeIncludeDirectory();
  const toolchain = toolchainKey(include);
  const sources = sourcesKey();
  const sameToolchain = holds(toolchainStamp, toolchain);
  if (existsSync(binary) && sameToolchain && holds(sourceStamp, sources)) return;

  console.log('Building the native addon');
  rmSync(sourceStamp, { force: true });
  // CMake remembers its first configuration, so a changed compiler, Node.js or folder starts from nothing.
  compile(sameToolchain ? 'build' : 'rebuild', include);
  writeFileSync(toolchainStamp, toolchain);
  writeFileSync(sourceStamp, sources);
}

/** Ends the process when the checkout has no native sources. */
export function requireSources() {
  if (existsSync(path.join(nativeDir, 'CMakeLists.txt'))) return;
  console.error('native/CMakeLists.txt is missing, so the addon cannot be built: this checkout is incomplete.');
  process.exit(1);
}

function compile(command, include) {
  const warnings = process.env.CI ? ['--CDROSLET_WARNINGS_AS_ERRORS=ON'] : [];
  const options = ['--log-level', 'warn', '--parallel', '2', `--CDROSLET_NODE_INCLUDE=${include}`, ...warnings];
  const code = exitCodeOf(bin('cmake-js', nativeDir), [command, ...options], { cwd: nativeDir });
  if (code === 0 && existsSync(binary)) return;
  console.error(
    code === 0
      ? `The native build ended well, but ${binary} does not exist.`
      : 'The native addon could not be built. It needs a C++20 compiler (g++ 11 or later), make and cmake 3.18 or later.',
  );
  process.exit(code || 1);
}

function toolchainKey(include) {
  const { CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS, CI } = process.env;
  const facts = [process.version, process.arch, include, nativeDir, CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS, Boolean(CI)];
  return JSON.stringify(facts.map((fact) => fact ?? null));
}

function sourcesKey() {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) {
    hash
      .update(`${path.relative(nativeDir, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function sourceFiles() {
  const files = ['CMakeLists.txt', 'package.json'].map((name) => path.join(nativeDir, name));
  for (const entry of readdirSync(path.join(nativeDir, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
  }
  return files.sort();
}

function holds(file, text) {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}
