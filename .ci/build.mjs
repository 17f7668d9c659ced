// Builds the checkout: the addon, and the TypeScript packages with what Node.js loads of them. What is up to date is left alone.
//
//   node .ci/build.mjs [--native | --ts]

import { bundlePackages } from './bundle.mjs';
import { buildNative } from './native-build.mjs';
import { bin, exitCodeOf } from './workspace.mjs';

const only = process.argv[2];

if (only !== '--native') {
  const code = exitCodeOf(bin('tsc'), ['--build', '--pretty', 'false']);
  // Type errors do not keep tsc from writing its output, so whoever works on another package can go on.
  bundlePackages();
  if (code !== 0) process.exit(code);
}
if (only !== '--ts') await buildNative();
