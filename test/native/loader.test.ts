import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A machine without a usable addon is the first thing that goes wrong for a user, so the error must say where the addon
 * was looked for and what to do.
 */

const { loadAddon } = jest.requireActual<{ loadAddon: (directory: string) => unknown }>('../../native/loader');

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'roslet-loader-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const shipped = () => path.join(directory, 'prebuilds', `${process.platform}-${process.arch}`, 'roslet.node');
const built = () => path.join(directory, 'build', 'Release', 'roslet.node');

function put(file: string, contents: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

function errorOf(action: () => unknown): { code?: string; message: string; cause?: unknown } {
  try {
    action();
  } catch (error) {
    return error as { code?: string; message: string; cause?: unknown };
  }
  throw new Error('expected the loader to throw');
}

test('NoAddon: the error names both places and the remedy', () => {
  const error = errorOf(() => loadAddon(directory));
  expect(error.code).toBe('ERR_ROSLET_NATIVE_MISSING');
  expect(error.message).toContain(shipped());
  expect(error.message).toContain(built());
  expect(error.message).toContain('npm run build');
});

test('DamagedAddon: the error names the file and carries the reason of the system', () => {
  put(built(), 'not a shared library');
  const error = errorOf(() => loadAddon(directory));
  expect(error.code).toBe('ERR_ROSLET_NATIVE_LOAD');
  expect(error.message).toContain(built());
  expect(error.cause).toBeDefined();
});

test('ShippedAndBuilt: the shipped addon is tried first', () => {
  put(shipped(), 'not a shared library either');
  put(built(), 'not a shared library');
  expect(errorOf(() => loadAddon(directory)).message).toContain(shipped());
});
