// Where things are in the checkout, and how the tooling scripts run programs.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const nativeDir = path.join(root, 'native');

/** The packages that go to npm, in dependency order. */
export const publicPackages = ['native', 'packages/interfaces', 'packages/rmw', 'packages/roslet', 'packages/cli'];

/** A path inside the checkout. */
export function at(...parts) {
  return path.join(root, ...parts);
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Leaves a file alone that says this already, so that what depends on its time is not made again. */
export function writeIfChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** An executable of the root's devDependencies, or of one package's own. */
export function bin(name, directory = root) {
  const file = path.join(directory, 'node_modules', '.bin', name);
  if (!existsSync(file)) throw new Error(`${path.relative(root, file)} is missing: run "npm run setup" first`);
  return file;
}

/** Runs a program to its end with the terminal's own output; ends this process with its code when it fails. */
export function run(command, args, options = {}) {
  const code = exitCodeOf(command, args, options);
  if (code !== 0) process.exit(code);
}

/** Runs a program to its end and gives its exit code. */
export function exitCodeOf(command, args, options = {}) {
  const { error, status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error) {
    console.error(`Cannot run ${command}: ${error.message}`);
    return 127;
  }
  if (signal) console.error(`${command} was ended by ${signal}`);
  return status ?? 1;
}
