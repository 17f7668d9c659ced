// Finds the headers of the running Node.js: they hold uv.h, which the node-api-headers package lacks.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The first include directory with uv.h; ends the process with advice when there is none. */
export function nodeIncludeDirectory() {
  const searched = [];
  for (const directory of candidates()) {
    if (existsSync(path.join(directory, 'uv.h'))) return directory;
    if (!searched.includes(directory)) searched.push(directory);
  }
  console.error(
    `Building the addon needs uv.h of Node.js ${process.version}. It is in none of\n` +
      searched.map((directory) => `  ${directory}\n`).join('') +
      'Install Node.js with its headers (Debian: libnode-dev), run "npx node-gyp install", ' +
      'or set npm_config_nodedir to a Node.js installation.',
  );
  process.exit(1);
}

// A generator, because asking npm takes longer than all the rest and is seldom needed.
function* candidates() {
  yield path.resolve(path.dirname(process.execPath), '..', 'include', 'node');
  const nodedir = process.env.npm_config_nodedir || npmNodedir();
  if (nodedir) yield path.join(nodedir, 'include', 'node');
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  yield path.join(cache, 'node-gyp', process.versions.node, 'include', 'node');
}

function npmNodedir() {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const value = execFileSync('npm', ['config', 'get', 'nodedir'], options).trim();
    return value === 'undefined' || value === 'null' ? undefined : value;
  } catch {
    return undefined;
  }
}
