// Builds the checkout: the addon, the TypeScript packages, and their ESM wrappers. What is up to date is left alone.
//
//   node .ci/build.mjs [--native | --ts]

import { buildNative } from './native-build.mjs';
import { writeEsmWrappers } from './esm-wrappers.mjs';
import { bin, run } from './workspace.mjs';

const only = process.argv[2];

if (only !== '--native') {
  run(bin('tsc'), ['--build', '--pretty', 'false']);
  await writeEsmWrappers();
}
if (only !== '--ts') buildNative();
