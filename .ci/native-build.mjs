// Compiles the addon with cmake-js, unless the sources and the toolchain are those of the last successful build.

import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bin, nativeDir, run } from './workspace.mjs';

const buildDir = path.join(nativeDir, 'build');
const binary = path.join(buildDir, 'Release', 'roslet.node');
const stampFile = path.join(buildDir, '.roslet-stamp');

export function buildNative() {
  requireSources();
  const include = nodeIncludeDirectory();
  const wanted = buildKey(include);
  if (existsSync(binary) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  console.log('Building the native addon');
  rmSync(stampFile, { force: true });
  run(bin('cmake-js', nativeDir), ['compile', `--CDROSLET_NODE_INCLUDE=${include}`, '--parallel', '2'], { cwd: nativeDir });
  if (!existsSync(binary)) throw new Error(`cmake-js ended well, but ${binary} does not exist`);
  mkdirSync(buildDir, { recursive: true });
  writeFileSync(stampFile, wanted);
}

export function requireSources() {
  if (existsSync(path.join(nativeDir, 'CMakeLists.txt'))) return;
  console.error('native/CMakeLists.txt is missing, so the addon cannot be built: the checkout is incomplete.');
  process.exit(1);
}

/** The running Node's own headers: they hold uv.h, which node-api-headers lacks. */
export function nodeIncludeDirectory() {
  const searched = [...new Set(includeCandidates())];
  const found = searched.find((directory) => existsSync(path.join(directory, 'uv.h')));
  if (found !== undefined) return found;
  console.error(
    `Building the addon needs uv.h of Node.js ${process.version}. It is in none of\n` +
      searched.map((directory) => `  ${directory}\n`).join('') +
      'Install the Node.js headers (Debian: libnode-dev; or "npx node-gyp install"), or set npm_config_nodedir to a Node.js installation.',
  );
  process.exit(1);
}

function* includeCandidates() {
  yield path.resolve(path.dirname(process.execPath), '..', 'include', 'node');
  for (const nodedir of [process.env.npm_config_nodedir, npmSetting('nodedir')]) {
    if (nodedir) yield path.join(nodedir, 'include', 'node');
  }
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  yield path.join(cache, 'node-gyp', process.versions.node, 'include', 'node');
  yield '/usr/include/node';
}

function npmSetting(name) {
  try {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return value === 'undefined' || value === 'null' ? '' : value;
  } catch {
    return '';
  }
}

/** Changes whenever the addon has to be built again. */
function buildKey(include) {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, process.platform, process.arch, include, process.env.CXX, process.env.CXXFLAGS]));
  for (const file of sourceFiles()) hash.update(path.relative(nativeDir, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function sourceFiles() {
  const files = ['CMakeLists.txt', 'package.json'].map((name) => path.join(nativeDir, name));
  for (const folder of ['src', 'cmake']) {
    const directory = path.join(nativeDir, folder);
    if (!existsSync(directory)) continue;
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
    }
  }
  return files.sort();
}
