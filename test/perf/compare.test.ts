/**
 * `pnpm perf compare` with very few messages: every transport carries them, the figures are all there and plausible, and neither
 * process nor file stays behind, however it ends. How fast anything is, is none of the tests' business.
 */
import type { CompareReport, Comparison } from '@roslet/perf';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolatedDomain } from '../support/domain';
import { type Program, startProgram } from '../support/program';
import { leftoversAtLast, leftoversOf, NOTHING } from './leftovers';

const domain = isolatedDomain();

const PERF = '../perf/bin/perf.mjs';

const IN_NODE = 'zeromq-pair,zeromq-push-pull,zeromq-pub-sub,unix-stream,unix-stream-tuned,child-process,message-port';
const NATIVE = 'native-memcpy,native-datagram,native-spin,native-spin-copied,native-spin-in-place';

function compare(...args: string[]): Program {
  return startProgram(domain, PERF, { args: ['compare', '--json', ...args] });
}

async function reportOf(program: Program): Promise<CompareReport & { command: string }> {
  const lines = await program.success();
  expect(lines).toHaveLength(1);
  expect(leftoversOf(program.pid)).toEqual(NOTHING);
  return JSON.parse(lines[0] ?? '') as CompareReport & { command: string };
}

test('round trips and calls of Roslet are compared with those of every other transport', async () => {
  const report = await reportOf(
    compare(
      ...['--metrics', 'roundTripMicros,serviceCallMicros', '--peers', `${IN_NODE},${NATIVE}`],
      ...['--sizes', '64', '--waits', 'park,spin', '--rounds', '2', '--count', '10', '--read', 'full'],
    ),
  );

  expect(report.rounds).toBe(2);
  expect(report.host).toMatchObject({ cpus: expect.any(Number), kernel: expect.any(String) });
  expect(report.versions).toMatchObject({ node: process.versions.node, zeromq: expect.any(String) });
  expect(report.payload.roundTrip).toContain('read fully by the receiver');
  expect(report.command).toContain('pnpm --silent perf compare --json');

  const [waits, modesThereAndBack, modesOfCalls, others] = [2, 3, 1, 5 + 4];
  expect(report.results).toHaveLength(waits * (modesThereAndBack + modesOfCalls) * others);
  for (const each of report.results) expectComparison(each);
  for (const { runs } of report.measured) expect(runs).toHaveLength(2);
});

test('one way, nothing is lost and nothing is damaged', async () => {
  const report = await reportOf(
    compare(
      ...['--metrics', 'messagesPerSecond,gibPerSecond,cpuSecondsPerGib', '--peers', `${IN_NODE},${NATIVE}`],
      ...['--sizes', '64,100000', '--waits', 'adaptive', '--rounds', '1', '--count', '50', '--read', 'full'],
    ),
  );

  expect(report.payload.oneWay).toBe(
    'payload written fully by the sender, each message anew; read fully by the receiver',
  );
  for (const each of report.results) expectComparison(each);
  const names = report.measured.filter(({ size }) => size === 64).map(({ name }) => name);
  expect(names).toEqual([
    ...['roslet copy adaptive', 'roslet raw adaptive', 'roslet loan adaptive'],
    ...['zeromq-push-pull', 'zeromq-pub-sub', 'unix-stream'],
    ...['unix-stream-tuned', 'child-process', 'message-port', 'native-memcpy', 'native-datagram'],
    ...['native-spin-copied', 'native-spin-in-place'],
  ]);
  expect(report.measured.flatMap(({ runs }) => runs.map(({ lost }) => lost)).every((lost) => lost === 0)).toBe(true);
});

test('what cannot be measured is named with its reason', async () => {
  const report = await reportOf(
    compare(
      ...[
        '--metrics',
        'roundTripMicros',
        '--peers',
        'unix-stream,nats,redis',
        '--modes',
        'copy,loan',
        '--waits',
        'park',
      ],
      ...['--sizes', '64', '--rounds', '1', '--count', '3'],
    ),
  );
  const names = ['roslet copy park', 'roslet loan park', 'unix-stream', 'nats', 'redis'];
  const missing = report.unavailable.map(({ name, reason }) => {
    expect(reason).not.toBe('');
    return name;
  });
  // Servers may be installed or not, but each contestant is in one of the two lists.
  expect([...report.measured.map(({ name }) => name), ...missing].sort()).toEqual([...names].sort());
});

test('both sides can be bound to one processor', async () => {
  const report = await reportOf(
    compare(
      ...['--metrics', 'roundTripMicros', '--peers', 'unix-stream,native-spin', '--modes', 'copy', '--waits', 'spin'],
      ...['--sizes', '64', '--rounds', '1', '--count', '10', '--cpus', '0'],
    ),
  );
  expect(report.cpus).toEqual([0]);
  expect(report.results).toHaveLength(2);
});

test('an option that makes no sense is refused with exit code 2', async () => {
  const program = compare('--peers', 'carrier-pigeon');
  expect(await program.exit).toEqual({ code: 2, signal: null });
  expect(program.errorLines.join('\n')).toContain('--peers');
});

// The one that was told to end clears up itself; a killed one's processes find that they are alone.
test.each(['SIGINT', 'SIGKILL'] as const)('nothing stays when it is ended by %s in the middle', async (signal) => {
  const program = compare('--metrics', 'roundTripMicros', '--peers', 'unix-stream', '--seconds', '1000');
  while (!leftoversOf(program.pid).processes.some((line) => line.includes('far.js'))) {
    const ended = await Promise.race([program.exit, sleep(20)]);
    if (ended !== undefined) throw new Error(`ended first: ${program.errorLines.join('\n')}`);
  }

  program.signal(signal);
  expect(await program.exit).toEqual({ code: null, signal });
  expect(await leftoversAtLast(program.pid)).toEqual(NOTHING);
});

function expectComparison({ metric, roslet, value, ratio, mode, wait, peer, size }: Comparison): void {
  const higherIsBetter = metric === 'messagesPerSecond' || metric === 'gibPerSecond';
  expect({ metric, mode, wait, peer, size, positive: roslet > 0 && value > 0 }).toMatchObject({ positive: true });
  expect(ratio).toBeCloseTo(higherIsBetter ? roslet / value : value / roslet, 6);
}
