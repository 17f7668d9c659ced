// Puts this machine's addon into native/prebuilds/ while the npm package is packed, and takes it out afterwards: in a
// checkout, a binary left there would hide every later build.
//
//   node .ci/native-prebuild.mjs stage | unstage

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildNative } from './native-build.mjs';
import { nativeDir } from './workspace.mjs';

const staged = path.join(nativeDir, 'prebuilds', `${process.platform}-${process.arch}`);

if (process.argv[2] === 'stage') {
  await buildNative();
  mkdirSync(staged, { recursive: true });
  const file = path.join(staged, 'roslet.node');
  copyFileSync(path.join(nativeDir, 'build', 'Release', 'roslet.node'), file);
  execFileSync('strip', ['--strip-unneeded', file]);
} else {
  rmSync(staged, { recursive: true, force: true });
}
