// The steps of CI. Every step runs whatever became of the others, except that nothing runs when the checkout cannot be
// made ready. The last line sums up: the tests of jest and of the native program count one each, and so does every step
// that counts nothing itself.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { at, readJson, root } from './workspace.mjs';

const jestReport = at('.ci', 'out', 'jest.json');
const minutes = 60_000;

// The limits end a step that hangs; they say nothing about how fast it should be.
const steps = [
  { name: 'setup', command: ['node', '.ci/setup.mjs'], limit: 10 * minutes, essential: true },
  {
    name: 'tests',
    command: ['npm', 'test', '--', '--json', `--outputFile=${jestReport}`],
    limit: 25 * minutes,
    count: countJest,
  },
  {
    name: 'native tests',
    command: ['npm', '--prefix', 'native', 'run', '-s', 'test:sanitize'],
    limit: 10 * minutes,
    count: countNative,
  },
  {
    name: 'threads',
    command: ['npm', '--prefix', 'native', 'run', '-s', 'test:threads'],
    limit: 10 * minutes,
    count: countNative,
  },
  { name: 'models', command: ['bash', 'design/models/check.sh'], limit: 5 * minutes },
  { name: 'demo', command: ['node', 'packages/roslet/demo/demo.mjs'], limit: 3 * minutes },
  { name: 'lint', command: ['node', '.ci/check.mjs', 'lint'], limit: 5 * minutes },
  { name: 'format', command: ['node', '.ci/check.mjs', 'format'], limit: 5 * minutes },
  { name: 'types', command: ['node', '.ci/check.mjs', 'types'], limit: 5 * minutes },
  { name: 'packages', command: ['node', '.ci/check-packages.mjs'], limit: 10 * minutes },
];

rmSync(at('.ci', 'out'), { recursive: true, force: true });
mkdirSync(at('.ci', 'out'), { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
for (const step of steps) {
  const counted = await runStep(step);
  for (const key of Object.keys(total)) total[key] += counted[key];
  if (counted.failed > 0) broken.push(step.name);
  if (counted.failed > 0 && step.essential) break;
}
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runStep(step) {
  console.log(`\n== ${step.name}: ${step.command.join(' ')}`);
  const started = Date.now();
  const { code, output } = await execute(step.command, step.limit);
  console.log(`== ${step.name}: exit code ${code} after ${Math.round((Date.now() - started) / 1000)} s`);
  const counted = step.count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A step that failed without a failed test to show for it (a crash, a time-out) is a failure all the same.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

/** Runs a command in a process group of its own, which is ended as a whole when the time is up. */
function execute([command, ...args], limit) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let output = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output = (output + chunk).slice(-10_000);
    });
    const timer = setTimeout(() => {
      console.error(`Still running after ${limit / minutes} minutes: ended`);
      endGroup(child);
    }, limit);
    // A program that a step left behind must neither disturb the next step nor hold this one's output open for ever.
    child.on('exit', () => endGroup(child));
    child.on('error', (error) => {
      clearTimeout(timer);
      console.error(error.message);
      resolve({ code: 127, output });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, output });
    });
  });
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function countJest() {
  if (!existsSync(jestReport)) return undefined;
  const report = readJson(jestReport);
  return {
    passed: report.numPassedTests,
    // A test file that does not even load has no tests to fail.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countNative(output) {
  const summaries = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
  if (summaries.length === 0) return undefined;
  const [, passed, failed] = summaries.at(-1);
  return { passed: Number(passed), failed: Number(failed), skipped: 0 };
}
