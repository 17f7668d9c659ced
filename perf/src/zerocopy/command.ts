import {
  bytesText,
  type Column,
  environmentFacts,
  positive,
  print,
  printJson,
  tableLines,
  checked,
} from '@roslet/cli/internal';
import type { Command } from 'commander';
import { z } from 'zod/v3';
import { commandLine } from '../command-line';
import { median } from '../compare/metrics';
import { sizesOf } from '../compare/settings';
import { buildPrograms, runProgram } from '../native/programs';

/** What the program says of a transport: whether it takes SO_ZEROCOPY, or that it cannot be tried. */
interface SupportLine {
  readonly transport: string;
  readonly optionTaken?: boolean;
  readonly optionError?: string;
  readonly flagWithoutOption?: string;
  readonly unavailable?: string;
}

/** One run. */
interface RunLine {
  readonly transport: string;
  readonly size: number;
  readonly zerocopy: boolean;
  readonly gibPerSecond: number;
  readonly senderCpuSecondsPerGib: number;
  readonly receiverCpuSecondsPerGib: number;
  readonly sends: number;
  readonly completedSends: number;
  readonly notifications: number;
  readonly largestRange: number;
  readonly copiedSends: number;
}

const PATIENCE_MILLIS = 600_000;

const COLUMNS: readonly Column[] = [
  { title: 'transport' },
  { title: 'size', align: 'right' },
  { title: 'send' },
  { title: 'GiB/s', align: 'right' },
  { title: 'sender CPU s/GiB', align: 'right' },
  { title: 'receiver CPU s/GiB', align: 'right' },
  { title: 'sends', align: 'right' },
  { title: 'notifications', align: 'right' },
  { title: 'copied after all', align: 'right' },
];

export function zerocopyCommand(perf: Command): void {
  perf
    .command('zerocopy')
    .description(
      'try MSG_ZEROCOPY on Unix sockets, loopback and a veth pair (in a checkout only; design/0008-msg-zerocopy.md)',
    )
    .option('--transports <list>', 'among unix, tcp, veth (which needs root)', 'unix,tcp,veth')
    .option('--sizes <list>', 'sizes of the sends', '4k,64k,1M,8M')
    .option('--seconds <s>', 'time of each run', '0.5')
    .option('--json', 'print JSON')
    .action(async (options: { transports: string; sizes: string; seconds: string; json?: boolean }) => {
      const { seconds } = checked(z.object({ seconds: positive }), options);
      const sizes = sizesOf('sizes', options.sizes, 1).join(',');
      buildPrograms();
      const lines = await runProgram('zerocopy', { transports: options.transports, sizes, seconds }, PATIENCE_MILLIS);
      if (options.json) printJson({ command: commandLine(), ...environmentFacts(), lines });
      else print(...textLines(lines as readonly (SupportLine | RunLine)[]));
    });
}

function textLines(lines: readonly (SupportLine | RunLine)[]): string[] {
  const runs = lines.filter((line) => 'size' in line);
  const support = lines.filter((line) => !('size' in line));
  const groups = groupsOf(runs);
  return [
    ...support.map(supportText),
    '',
    ...tableLines(COLUMNS, groups.map(rowOf)),
    '',
    `Medians of ${Math.max(...groups.map((group) => group.length))} runs each, ordinary and zero-copy sends in turns.`,
  ];
}

/** Runs of the same kind together, in the order in which the kinds came. */
function groupsOf(runs: readonly RunLine[]): RunLine[][] {
  const groups = new Map<string, RunLine[]>();
  for (const run of runs) {
    const kind = [run.transport, run.size, run.zerocopy].join(' ');
    groups.set(kind, [...(groups.get(kind) ?? []), run]);
  }
  return [...groups.values()];
}

function supportText({ transport, optionTaken, optionError, flagWithoutOption, unavailable }: SupportLine): string {
  if (unavailable !== undefined) return `${transport}: not tried, ${unavailable}`;
  const option = optionTaken ? 'taken' : `refused (${optionError})`;
  return `${transport}: SO_ZEROCOPY is ${option}; MSG_ZEROCOPY without it: ${flagWithoutOption}`;
}

function rowOf(group: readonly RunLine[]): string[] {
  const of = (key: 'gibPerSecond' | 'senderCpuSecondsPerGib' | 'receiverCpuSecondsPerGib') =>
    median(group.map((run) => run[key])).toFixed(key === 'gibPerSecond' ? 2 : 3);
  const sum = (key: 'sends' | 'notifications' | 'copiedSends') => group.reduce((total, run) => total + run[key], 0);
  const { transport = '', size = 0, zerocopy = false } = group[0] ?? {};
  const told = zerocopy
    ? [String(sum('notifications')), `${Math.round((100 * sum('copiedSends')) / sum('sends'))} %`]
    : [];
  return [
    ...[transport, bytesText(size), zerocopy ? 'zero-copy' : 'ordinary'],
    ...[
      of('gibPerSecond'),
      of('senderCpuSecondsPerGib'),
      of('receiverCpuSecondsPerGib'),
      String(sum('sends')),
      ...told,
    ],
  ];
}
