// Installs packed Roslet packages in an empty project, as a user would, and checks that `import` and `require` reach the
// same objects and that TypeScript finds the types in both kinds of module.
//
//   node .ci/check-consumer.mjs <tarball …>

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at, bin, publicPackages, readJson, run } from './workspace.mjs';

const project = mkdtempSync(path.join(os.tmpdir(), 'roslet-consumer-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

const entries = publicPackages.flatMap((directory) => entriesOf(readJson(at(directory, 'package.json'))));

write('package.json', JSON.stringify({ name: 'consumer', version: '1.0.0', private: true }));
run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...process.argv.slice(2)], { cwd: project });

write('identity.mjs', identityProgram());
run(process.execPath, ['identity.mjs'], { cwd: project });

write('commonjs.cts', entries.map((name, n) => `import m${n} = require('${name}');\nvoid m${n};\n`).join(''));
write('esm.mts', entries.map((name, n) => `import * as m${n} from '${name}';\nvoid m${n};\n`).join(''));
const typeOptions = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,esnext.disposable'];
const nodeTypes = ['--types', 'node', '--typeRoots', at('node_modules', '@types')];
for (const [module, files] of [
  ['node16', ['commonjs.cts', 'esm.mts']],
  ['preserve', ['esm.mts']],
]) {
  const resolution = ['--module', module, '--moduleResolution', module === 'node16' ? 'node16' : 'bundler'];
  run(bin('tsc'), [...typeOptions, ...nodeTypes, ...resolution, ...files], { cwd: project });
}
console.log(`A new project can use ${entries.join(', ')} from CommonJS, ESM and TypeScript`);

/** What a package lets users import, as they write it. */
function entriesOf({ name, exports }) {
  return Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => path.posix.join(name, entry));
}

function identityProgram() {
  return `
import assert from 'node:assert';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const name of ${JSON.stringify(entries)}) {
  const required = require(name);
  const imported = await import(name);
  assert.strictEqual(imported.default, required, name + ': import and require must give one module object');
  // The addon has no ESM wrapper: nobody but @roslet/rmw loads it.
  if (name.startsWith('@roslet/native')) continue;
  for (const [key, value] of Object.entries(required)) {
    if (key !== 'default') assert.strictEqual(imported[key], value, name + ': the named import ' + key);
  }
}
`;
}

function write(name, text) {
  writeFileSync(path.join(project, name), text);
}
