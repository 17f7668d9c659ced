import { checked, type Column, count, print, printJson, tableLines } from '@roslet/cli/internal';
import type { Command } from 'commander';
import { z } from 'zod/v3';
import { commandLine } from '../command-line';
import { measureStartup } from './startup';

const COLUMNS: readonly Column[] = [
  { title: 'start of' },
  { title: 'median ms', align: 'right' },
  { title: 'fastest ms', align: 'right' },
  { title: 'ratio', align: 'right' },
  { title: 'fastest ratio', align: 'right' },
  { title: '' },
];

export function startupCommand(perf: Command): void {
  perf
    .command('startup')
    .description('time from starting a process to its first message, against `node -e 0` (in a checkout only)')
    .option('--rounds <n>', 'turns of each', '15')
    .option('--json', 'print JSON')
    .action(async (options: { readonly rounds: string; readonly json?: boolean }) => {
      const { rounds } = checked(z.object({ rounds: count }), options);
      const report = await measureStartup(rounds);
      if (options.json) return printJson({ command: commandLine(), ...report });
      const rows = report.results.map(({ name, about, millis, ratio, fastestRatio }) => [
        ...[
          name,
          millis.median.toFixed(1),
          millis.fastest.toFixed(1),
          ratio.toFixed(2),
          fastestRatio.toFixed(2),
          about,
        ],
      ]);
      print(...tableLines(COLUMNS, rows), '', `${rounds} turns of each; ratios are to node -e 0.`);
    });
}
