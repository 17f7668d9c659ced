// A domain directory for the demo alone, so that it neither meets other nodes of this machine nor leaves anything behind.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function makeDomainDirectory() {
  return mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'roslet-demo-'));
}

/** What the programs left there, as relative paths; removed now in any case. */
export function removeDomainDirectory(directory) {
  if (!existsSync(directory)) return [];
  const leftovers = readdirSync(directory, { recursive: true }).map(String).sort();
  rmSync(directory, { recursive: true, force: true });
  return leftovers;
}
