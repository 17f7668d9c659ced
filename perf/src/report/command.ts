import path from 'node:path';
import { UsageError } from '@roslet/cli';
import { checked, positive, print, remark } from '@roslet/cli/internal';
import type { Command } from 'commander';
import { z } from 'zod/v3';
import { sizesOf } from '../compare/settings';
import { commandLine } from '../command-line';
import type { Extent } from './curves';
import { writeReport } from './report';

const FULL = {
  sizes: '64,256,1k,4k,16k,64k,256k,1M,4M,16M,64M',
  subscribers: '1,2,5,10,20,50',
  nodes: '1,10,50,100,200',
  seconds: '1',
} as const;

const QUICK = { sizes: '64,4k,1M,64M', subscribers: '1,10', nodes: '1,50,200', seconds: '0.2' } as const;

const DEFAULT_OUT = path.join(__dirname, '..', '..', 'reports');

interface Options {
  readonly out?: string;
  readonly sizes?: string;
  readonly subscribers?: string;
  readonly nodes?: string;
  readonly seconds?: string;
  readonly quick?: boolean;
}

export function reportCommand(perf: Command): void {
  perf
    .command('report')
    .description('write data and plots of what a message costs by size, subscribers and nodes (in a checkout only)')
    .option('--out <directory>', 'where to (default: perf/reports)')
    .option('--sizes <list>', `payload sizes (default: ${FULL.sizes})`)
    .option('--subscribers <list>', `numbers of subscribers, up to 64 (default: ${FULL.subscribers})`)
    .option('--nodes <list>', `numbers of idle nodes (default: ${FULL.nodes})`)
    .option('--seconds <s>', `time of each run (default: ${FULL.seconds})`)
    .option('--quick', 'few points, in about a minute')
    .action(async (options: Options) => {
      const settings = {
        extent: extentOf(options),
        quick: options.quick ?? false,
        out: path.resolve(options.out ?? DEFAULT_OUT),
        command: commandLine(),
      };
      const files = await writeReport(settings, process.stderr.isTTY ? remark : () => undefined);
      print(...files.map((file) => path.relative(process.cwd(), file)));
    });
}

/** @throws UsageError */
function extentOf(options: Options): Extent {
  const given = { ...(options.quick ? QUICK : FULL), ...options };
  const { seconds } = checked(z.object({ seconds: positive }), given);
  return {
    sizes: sizesOf('sizes', given.sizes, 1),
    subscribers: numbersOf('subscribers', given.subscribers, 64),
    nodes: numbersOf('nodes', given.nodes, 1000),
    seconds,
  };
}

function numbersOf(option: string, text: string, most: number): number[] {
  return text.split(',').map((part) => {
    const number = Number(part);
    if (Number.isInteger(number) && number >= 1 && number <= most) return number;
    throw new UsageError(`expected --${option} to be numbers from 1 to ${most} such as 1,10,50, got "${part}"`);
  });
}
