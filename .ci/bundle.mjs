// Makes the files that Node.js loads of each package. Finding, reading and compiling a hundred small modules takes longer
// than running them, so all modules of a package go into one file, dist/modules.js, each still evaluated when it is first
// required. An entry such as dist/index.js only picks its module from there: whoever loads several entries of a package
// meets one set of classes.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { writeEsmWrapper } from './esm-wrappers.mjs';
import { exportedNames } from './exported-names.mjs';
import { at, writeIfChanged } from './workspace.mjs';

/** By package: the files in dist/, without ".js", and the modules that they stand for. */
const packages = {
  'packages/interfaces': { index: 'index', internal: 'internal', 'generate-types': 'generate/command' },
  'packages/rmw': { index: 'index', internal: 'internal' },
  'packages/roslet': { index: 'index', internal: 'internal' },
  'packages/cli': { index: 'index', internal: 'internal', main: 'main', worker: 'perf/worker' },
};

/** The entries that users may import, and which therefore need an ESM face. */
const imported = ['index', 'internal'];

export function bundlePackages() {
  for (const [directory, entries] of Object.entries(packages)) {
    const modules = at(directory, 'build');
    // Nothing was compiled: tsc has said why.
    if (!existsSync(path.join(modules, 'index.js'))) continue;
    const dist = at(directory, 'dist');
    const made = ['types', ...bundle(modules, dist, entries)];
    for (const [entry, module] of Object.entries(entries)) {
      const names = exportedNames(path.join(modules, `${module}.js`));
      made.push(...writeEntry(dist, entry, names));
      if (imported.includes(entry)) {
        const named = names.filter((name) => name !== 'default');
        made.push(...writeEsmWrapper(dist, entry, named));
      }
    }
    removeOthers(dist, made);
  }
}

/** Writes dist/modules.js and its source map; other packages and their dependencies stay outside. */
function bundle(modules, dist, entries) {
  const getters = Object.entries(entries).map(
    ([entry, module]) => `get ${JSON.stringify(entry)}() { return require('./${module}.js'); },`,
  );
  const { outputFiles } = buildSync({
    stdin: { contents: `module.exports = {\n${getters.join('\n')}\n};`, resolveDir: modules, sourcefile: 'entries.js' },
    outfile: path.join(dist, 'modules.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  for (const { path: file, text } of outputFiles)
    writeIfChanged(file, file.endsWith('.js') ? withClassNames(text) : text);
  return outputFiles.map((file) => path.basename(file.path));
}

/**
 * esbuild turns a class that mentions itself, `class Engine {…}`, into `var Engine = class _Engine {…}`, and people would
 * meet the underscore in `engine.constructor.name` and in stack traces. (Its option keepNames mends that by a call for
 * every function that is made, while the program runs.)
 */
function withClassNames(text) {
  const renamed = [...text.matchAll(/\bvar (\w+) = class _\1\b/g)].map(([, name]) => name);
  for (const name of new Set(renamed)) text = text.replace(new RegExp(`(?<![\\w$#]|[^.]\\.)_${name}\\b`, 'g'), name);
  const [other] = /\bclass _\w+/.exec(text) ?? [];
  if (other !== undefined) throw new Error(`the bundle has "${other}", which the sources do not have`);
  return text;
}

/** The last line never runs: Node.js, bundlers and TypeScript look there for the names, which they cannot find out otherwise. */
function writeEntry(dist, entry, names) {
  const lines = [
    "'use strict';",
    '',
    `({ ${JSON.stringify(entry)}: module.exports } = require('./modules.js'));`,
    '',
    `0 && (${['__esModule', ...names].map((name) => `exports.${name} = `).join('')}void 0);`,
  ];
  writeIfChanged(path.join(dist, `${entry}.js`), `${lines.join('\n')}\n`);
  return [`${entry}.js`];
}

/** What an earlier build left would be packed, too. */
function removeOthers(dist, made) {
  for (const name of readdirSync(dist)) {
    if (!made.includes(name)) rmSync(path.join(dist, name), { recursive: true });
  }
}
