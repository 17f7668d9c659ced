// Formats, and mends what ESLint can mend.
//
//   node .ci/fix.mjs [path …]      (without paths: everything)

import path from 'node:path';
import { clangFormat, cppFiles } from './cpp-format.mjs';
import { bin, exitCodeOf } from './workspace.mjs';

const paths = process.argv.slice(2);
const targets = paths.length > 0 ? paths : ['.'];

const cpp = cppFiles().filter((file) => targets.some((target) => isInside(file, path.resolve(target))));
const formatter = clangFormat();
if (cpp.length > 0 && formatter === undefined)
  console.error('clang-format is not installed: the C++ files stay as they are');

const codes = [
  exitCodeOf(bin('eslint'), ['--fix', '--no-error-on-unmatched-pattern', ...targets]),
  exitCodeOf(bin('prettier'), ['--write', '--ignore-unknown', '--log-level', 'warn', ...targets]),
  cpp.length > 0 && formatter !== undefined ? exitCodeOf(formatter, ['-i', ...cpp]) : 0,
];
process.exit(Math.max(...codes));

function isInside(file, directory) {
  const relative = path.relative(directory, file);
  return relative === '' || !relative.startsWith('..');
}
