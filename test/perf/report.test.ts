/** `pnpm perf report` with the shortest of runs: the files are there, and what is in them is what was asked for. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CostReport, Point } from '@roslet/perf';
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';
import { leftoversOf, NOTHING } from './leftovers';

const domain = isolatedDomain();

test('the report has data, plots and a page with the commands', async () => {
  const out = path.join(domain.directory, 'report');
  domain.allowLeftovers();
  const program = startProgram(domain, '../perf/bin/perf.mjs', {
    args: [
      ...['report', '--out', out, '--seconds', '0.02'],
      ...['--sizes', '64,1M', '--subscribers', '1,3', '--nodes', '1,60'],
    ],
  });
  await program.success();
  expect(leftoversOf(program.pid)).toEqual(NOTHING);

  expect(readdirSync(out).sort()).toEqual([
    'README.md',
    'cost-by-nodes.svg',
    'cost-by-size.svg',
    'cost-by-subscribers.svg',
    'cost.json',
  ]);
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8');
  const report = JSON.parse(read('cost.json')) as CostReport;
  expect(report).toMatchObject({ host: { cpus: expect.any(Number) }, versions: { node: process.versions.node } });
  const points = report.curves.map(({ name, lines }) => [name, lines.map((line) => line.points.map(xOf))]);
  expect(points).toEqual([
    [
      'size',
      [
        [64, 1024 ** 2],
        [64, 1024 ** 2],
      ],
    ],
    [
      'subscribers',
      [
        [1, 3],
        [1, 3],
      ],
    ],
    ['nodes', [[1, 60]]],
  ]);
  for (const curve of report.curves) {
    expect(read(`cost-by-${curve.name}.svg`)).toMatch(/^<svg[^]*<\/svg>\s*$/);
    expect(read('README.md')).toContain(curve.title);
  }
  expect(read('README.md')).toContain('pnpm --silent perf throughput --size 64 --duration 0.02 --json');
});

function xOf({ x, lost, publisherCpuMicros, wallMicros, commands }: Point): number {
  expect({ lost, positive: wallMicros > 0 && publisherCpuMicros >= 0 }).toEqual({ lost: 0, positive: true });
  expect(commands.length).toBeGreaterThan(0);
  return x;
}
