// Runs what CI runs on the sources: lint, formatting, types and unit tests. It goes on after a failure, so that one run
// shows everything; its exit code is the number of checks that failed.
//
//   node .ci/check.mjs [lint] [format] [types] [unit]      (without names: all)

import { clangFormat, cppFiles } from './cpp-format.mjs';
import { bin, exitCodeOf } from './workspace.mjs';

const typedFolders = ['packages/interfaces', 'packages/rmw', 'packages/roslet', 'packages/cli', 'perf', 'test'];

const checks = {
  lint: () => exitCodeOf(bin('eslint'), ['--max-warnings', '0', '.']),
  format: () => checkText() + checkCpp(),
  types: () => exitCodeOf(bin('tsc'), ['--build', '--pretty', 'false', 'tsconfig.json', ...typedFolders]),
  unit: () => exitCodeOf(bin('jest'), ['--selectProjects', 'unit']),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(127);
}
const wanted = names.length > 0 ? names : Object.keys(checks);
const failed = wanted.filter((name) => {
  console.log(`== ${name}`);
  return checks[name]() !== 0;
});
console.log(failed.length === 0 ? `All well: ${wanted.join(', ')}` : `Failed: ${failed.join(', ')}`);
process.exit(failed.length);

function checkText() {
  return exitCodeOf(bin('prettier'), ['--check', '--log-level', 'warn', '.']);
}

function checkCpp() {
  const files = cppFiles();
  if (files.length === 0) return 0;
  const formatter = clangFormat();
  if (formatter !== undefined) return exitCodeOf(formatter, ['--dry-run', '-Werror', ...files]);
  const message =
    'clang-format is not installed, so the C++ formatting was not checked (Debian: apt-get install clang-format)';
  console.error(message);
  return process.env.CI ? 1 : 0;
}
