// Builds the checkout: the addon, the TypeScript packages, and their ESM wrappers. What is up to date is left alone.
//
//   node .ci/build.mjs [--native | --ts]

import { buildNative } from './native-build.mjs';
import { writeEsmWrappers } from './esm-wrappers.mjs';
import { bin, exitCodeOf } from './workspace.mjs';

const only = process.argv[2];

if (only !== '--native') {
  const code = exitCodeOf(bin('tsc'), ['--build', '--pretty', 'false']);
  // Type errors do not keep tsc from writing its output, so whoever works on another package can go on.
  await writeEsmWrappers();
  if (code !== 0) process.exit(code);
}
if (only !== '--ts') await buildNative();
