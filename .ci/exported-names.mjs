import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { init, parse } from 'cjs-module-lexer';

await init();

/** The names that a CommonJS file exports, sorted, found by reading it: running it would need the addon. */
export function exportedNames(file) {
  return [...collect(file, new Set())].filter((name) => name !== '__esModule').sort();
}

function collect(file, seen) {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const { exports, reexports } = parse(readFileSync(file, 'utf8'), file);
  const names = new Set(exports);
  for (const target of reexports) {
    for (const name of collect(resolve(file, target), seen)) {
      if (name !== 'default') names.add(name);
    }
  }
  return names;
}

function resolve(from, request) {
  const resolved = createRequire(from).resolve(request);
  return path.isAbsolute(resolved) ? resolved : from;
}
