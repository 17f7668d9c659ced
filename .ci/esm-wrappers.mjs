// Gives each package an ESM face over its one CommonJS implementation, so that a process that both imports and requires
// a package meets one set of classes. For dist/index.js it writes dist/index.mjs and dist/index.d.mts, whose default
// export is the module object and whose named exports are those of the module; likewise for dist/internal.js.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { init, parse } from 'cjs-module-lexer';
import { at, publicPackages } from './workspace.mjs';

const entries = ['index', 'internal'];

export async function writeEsmWrappers() {
  await init();
  for (const directory of publicPackages) {
    for (const entry of entries) {
      const file = at(directory, 'dist', `${entry}.js`);
      if (existsSync(file)) writeWrapper(file, entry);
    }
  }
}

function writeWrapper(file, entry) {
  const names = [...exportedNames(file)].filter((name) => name !== 'default' && name !== '__esModule').sort();
  const bindings =
    names.length === 0 ? '' : `export const {\n${names.map((name) => `  ${name},\n`).join('')}} = module;\n`;
  writeIfChanged(
    file.replace(/\.js$/, '.mjs'),
    `import module from './${entry}.js';\n\n${bindings}export default module;\n`,
  );
  writeIfChanged(
    file.replace(/\.js$/, '.d.mts'),
    `import module = require('./${entry}.js');\n\nexport * from './${entry}.js';\nexport default module;\n`,
  );
}

/** The names that a CommonJS file exports, found by reading it: running it would need the addon. */
function exportedNames(file, seen = new Set()) {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const { exports, reexports } = parse(readFileSync(file, 'utf8'), file);
  const names = new Set(exports);
  for (const target of reexports) {
    for (const name of exportedNames(resolve(file, target), seen)) {
      if (name !== 'default') names.add(name);
    }
  }
  return names;
}

function resolve(from, request) {
  const resolved = createRequire(from).resolve(request);
  return path.isAbsolute(resolved) ? resolved : from;
}

function writeIfChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
}
