/** What a checkout's `pnpm perf` does beside comparing: the verbs of `roslet perf`, and the experiment with MSG_ZEROCOPY. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildPrograms, programPath } from '@roslet/perf';
import { isolatedDomain } from '../support/domain';
import { leftoversOf, NOTHING } from './leftovers';
import { startProgram } from '../support/program';

const domain = isolatedDomain();

test('the verbs of roslet perf are those of pnpm perf, too', async () => {
  const program = startProgram(domain, '../perf/bin/perf.mjs', { args: ['latency', '--count', '5', '--json'] });
  const [line] = await program.success();
  expect(JSON.parse(line ?? '')).toMatchObject({ mode: 'latency', sent: 5, received: 5, lost: 0 });
});

test('the start of a program is timed to its first message', async () => {
  const program = startProgram(domain, '../perf/bin/perf.mjs', { args: ['startup', '--rounds', '1', '--json'] });
  const [line] = await program.success();
  const { results } = JSON.parse(line ?? '');
  expect(results.map(({ name }: { name: string }) => name)).toEqual([
    ...['node -e 0', 'rmw', 'rmw, ESM', 'roslet', 'roslet, ESM', 'topic list'],
  ]);
  // Whatever runs a program takes some time, and nothing can be over before it has begun.
  for (const { millis, ratio } of results) {
    expect(millis.all).toEqual([expect.any(Number)]);
    expect(millis.median).toBeGreaterThan(0);
    expect(ratio).toBeGreaterThan(0);
  }
});

async function resultOf(...args: string[]) {
  const program = startProgram(domain, '../perf/bin/perf.mjs', { args: [...args, '--json'] });
  const [line] = await program.success();
  expect(leftoversOf(program.pid)).toEqual(NOTHING);
  return JSON.parse(line ?? '');
}

test('what many subscribers cost is told against what one costs', async () => {
  const { one, many, ratio } = await resultOf(
    ...['fanout', '--size', '64k', '--subscribers', '3', '--rounds', '1', '--messages', '5'],
  );
  expect(one.cpuMicros).toBeGreaterThan(0);
  expect(ratio).toBeCloseTo(many.cpuMicros / one.cpuMicros);
});

test('a fleet is complete, and one more node wakes each of it once', async () => {
  const fleet = await resultOf('fleet', '--processes', '3', '--endpoints', '4', '--settle', '0.1', '--idle', '0.1');
  expect(fleet.wakesForOneMore).toEqual({ median: 1, most: 1 });
  expect(fleet.completeMillis).toBeGreaterThanOrEqual(0);
  expect(fleet.readTopicsMillis).toBeGreaterThan(0);
});

test('what a huge message does to a quick topic is told', async () => {
  const stall = await resultOf('stall', '--size', '1M', '--times', '2');
  for (const name of ['firstPublishMillis', 'publishMillis', 'gapMillis', 'encodeMillis', 'longestGapOfReaderMillis']) {
    expect(stall[name]).toBeGreaterThan(0);
  }
});

test('roslet perf, which users have, knows nothing of the comparison', async () => {
  const program = startProgram(domain, '../packages/cli/bin/roslet.js', { args: ['perf', 'compare'] });
  expect(await program.exit).toEqual({ code: 2, signal: null });
});

describe('MSG_ZEROCOPY', () => {
  interface Line {
    readonly transport: string;
    readonly optionTaken?: boolean;
    readonly zerocopy?: boolean;
    readonly sends: number;
    readonly completedSends: number;
    readonly notifications: number;
  }

  function experiment(transports: string): Line[] {
    buildPrograms();
    const args = ['--transports', transports, '--sizes', '65536', '--seconds', '0.02'];
    const output = execFileSync(programPath('zerocopy'), args, { encoding: 'utf8', cwd: path.sep });
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }

  test('Unix sockets do not have it', () => {
    const lines = experiment('unix');
    const support = lines.filter(({ optionTaken }) => optionTaken !== undefined);
    expect(support.map(({ transport, optionTaken }) => [transport, optionTaken])).toEqual([
      ['unix', false],
      ['unix-datagram', false],
    ]);
    expect(lines.some(({ zerocopy }) => zerocopy === true)).toBe(false);
  });

  test('every send is completed exactly once, whatever ranges the kernel makes of them', () => {
    const runs = experiment('tcp').filter(({ zerocopy }) => zerocopy);
    expect(runs).toHaveLength(3);
    for (const { sends, completedSends, notifications } of runs) {
      expect(completedSends).toBe(sends);
      expect(notifications).toBeLessThanOrEqual(sends);
    }
  });
});
