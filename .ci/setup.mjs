// Makes a checkout ready to run on a machine that has only Node.js, npm, a C++ compiler and cmake. Does nothing, and says
// nothing, when everything is up to date.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, exitCodeOf, readJson, root, run } from './workspace.mjs';

const stampFile = at('node_modules', '.roslet-install');

requireNode();
installDependencies();
run(process.execPath, [at('.ci', 'build.mjs')]);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Roslet needs Node.js 20.19 or later, and this is ${process.version}. Install a newer Node.js.`);
  process.exit(1);
}

/** Installs exactly what the lockfile says, unless this very lockfile and these manifests are installed already. */
function installDependencies() {
  const wanted = installationKey();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const { packageManager } = readJson(at('package.json'));
  console.log(`Installing dependencies with ${packageManager}`);
  const code = exitCodeOf('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    env: { ...process.env, CI: 'true' },
  });
  if (code !== 0) {
    console.error(`\nThe dependencies could not be installed in ${root}. Is the npm registry reachable?`);
    process.exit(code);
  }
  writeFileSync(stampFile, wanted);
}

function installationKey() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) hash.update(readFileSync(at(file)));
  return hash.digest('hex');
}
