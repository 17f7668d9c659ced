// Builds and runs the C++ unit tests of native/src/core, which need no Node.js. The program's last line says
// "N passed, N failed".
//
//   node .ci/native-tests.mjs [--sanitize | --thread] [part of a test's name]
//
// --sanitize: under AddressSanitizer and UndefinedBehaviorSanitizer; --thread: under ThreadSanitizer.

import path from 'node:path';
import { requireSources } from './native-build.mjs';
import { nativeDir, run } from './workspace.mjs';

const builds = {
  plain: { folder: 'build-tests', sanitizers: '' },
  '--sanitize': { folder: 'build-asan', sanitizers: 'address,undefined' },
  '--thread': { folder: 'build-tsan', sanitizers: 'thread' },
};

const named = process.argv[2]?.startsWith('--') ?? false;
const option = named ? process.argv[2] : 'plain';
const build = builds[option];
if (build === undefined) {
  console.error(`Unknown option ${option}. Use --sanitize, --thread or nothing.`);
  process.exit(2);
}

requireSources();
const directory = path.join(nativeDir, build.folder);
const definitions = [
  '-DROSLET_TESTS=ON',
  `-DROSLET_SANITIZE=${build.sanitizers}`,
  `-DROSLET_WARNINGS_AS_ERRORS=${process.env.CI ? 'ON' : 'OFF'}`,
  '-DCMAKE_BUILD_TYPE=RelWithDebInfo',
];
run('cmake', ['-S', nativeDir, '-B', directory, '--log-level=WARNING', ...definitions]);
run('cmake', ['--build', directory, '--target', 'roslet_core_tests', '--parallel', '2']);
run(path.join(directory, 'roslet_core_tests'), process.argv.slice(named ? 3 : 2), {
  env: {
    ...process.env,
    ASAN_OPTIONS: 'detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1',
    UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
    TSAN_OPTIONS: 'halt_on_error=1:second_deadlock_stack=1',
  },
});
