// Checks the npm packages as users get them: packs each one, has publint and "are the types wrong" look at the tarballs,
// then installs them all in an empty project and uses them from CommonJS, from ESM and from TypeScript.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { at, bin, publicPackages, readJson, root } from './workspace.mjs';

const tarballs = at('.ci', 'out', 'packages');
const { packageManager } = readJson(at('package.json'));

rmSync(tarballs, { recursive: true, force: true });
mkdirSync(tarballs, { recursive: true });

const failures = [];
for (const directory of publicPackages) {
  expectSuccess(`packing ${directory}`, 'npx', ['--yes', packageManager, 'pack', '--pack-destination', tarballs], {
    cwd: at(directory),
  });
}
const packed = readdirSync(tarballs).map((name) => path.join(tarballs, name));
if (packed.length !== publicPackages.length)
  failures.push(`packing: ${packed.length} tarballs of ${publicPackages.length}`);

for (const tarball of packed) {
  const name = path.basename(tarball);
  expectSuccess(`publint ${name}`, bin('publint'), ['run', tarball, '--strict']);
  // "node16" leaves out the resolution of Node 10, which knows no "exports" and no Node.js that Roslet runs on.
  expectSuccess(`attw ${name}`, bin('attw'), [tarball, '--profile', 'node16', '--format', 'ascii', '--no-emoji']);
}
if (failures.length === 0)
  expectSuccess('the consumer project', process.execPath, [at('.ci', 'check-consumer.mjs'), ...packed]);

console.log(
  failures.length === 0
    ? `All well: ${packed.length} packages`
    : `Failed:\n${failures.map((line) => `  ${line}\n`).join('')}`,
);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs a step, and shows what it printed only when it fails. */
function expectSuccess(what, command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${what}`);
  if (status === 0) return;
  console.error(error?.message ?? `${stdout}${stderr}`);
  failures.push(what);
}
