import path from 'node:path';
import { checked, count, environmentFacts, inPerfDomain, print, printJson } from '@roslet/cli/internal';
import type { Command } from 'commander';
import { z } from 'zod/v3';
import { commandLine } from '../command-line';
import { median } from '../compare/metrics';
import { sizesOf } from '../compare/settings';
import type { StallOrder, StallTimes } from './station';

const STATION = path.join(__dirname, 'station.js');

/** What a huge message does to a topic at 1 kHz of the same process, and of those who read it. */
export function stallCommand(perf: Command): void {
  perf
    .command('stall')
    .description(
      'how long a topic at 1 kHz stands still while the same process publishes something huge (in a checkout only)',
    )
    .option('--size <bytes>', 'of the huge message', '64M')
    .option('--times <n>', 'how often it is published; the first time is told apart', '6')
    .option('--json', 'print JSON')
    .action(async (options: { size: string; times: string; json?: boolean }) => {
      const { times } = checked(z.object({ times: count }), options);
      const [size = 0] = sizesOf('size', options.size, 1);
      const { published, gaps } = await measure({ size, times });
      const [first = 0, ...later] = published.publishMillis;
      const result = {
        size,
        firstPublishMillis: first,
        publishMillis: median(later),
        gapMillis: median(published.gapMillis.slice(1)),
        encodeMillis: median(published.encodeMillis),
        longestGapOfReaderMillis: gaps[0],
        longestGapOfReaderOfBothMillis: gaps[1],
      };
      const ratio = result.gapMillis / result.encodeMillis;
      if (options.json) return printJson({ command: commandLine(), ...environmentFacts(), ...result, ratio });
      print(...Object.entries({ ...result, ratio }).map(([name, value]) => `${name}: ${Number(value).toFixed(2)}`));
    });
}

function measure(order: StallOrder): Promise<{ published: StallTimes; gaps: number[] }> {
  return inPerfDomain(false, async (running) => {
    const stations = ['publisher', 'ticks', 'both'].map((role) =>
      running.startProgram(role, [process.execPath, STATION, role]),
    );
    for (const station of stations) await station.call('join');
    const [publisher, ...readers] = stations;
    if (publisher === undefined) throw new Error('no publisher');
    for (const reader of readers) await reader.call('takeGap');
    const published = await publisher.call<StallTimes>('publish', order);
    return { published, gaps: await Promise.all(readers.map((reader) => reader.call<number>('takeGap'))) };
  });
}
