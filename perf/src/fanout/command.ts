import path from 'node:path';
import {
  checked,
  count,
  environmentFacts,
  inPerfDomain,
  print,
  printJson,
  type PerfProcess,
} from '@roslet/cli/internal';
import type { WaitStrategy } from '@roslet/rmw';
import { type Command, Option } from 'commander';
import { z } from 'zod/v3';
import { commandLine } from '../command-line';
import { median } from '../compare/metrics';
import { sizesOf } from '../compare/settings';
import type { PublishOrder, PublishTimes } from './station';

const STATION = path.join(__dirname, 'station.js');

interface FanoutOptions {
  readonly size: string;
  readonly subscribers: string;
  readonly rounds: string;
  readonly messages: string;
  readonly wait: WaitStrategy;
  readonly json?: boolean;
}

/** What publishing costs the publisher when others read the same message, too. */
export function fanoutCommand(perf: Command): void {
  perf
    .command('fanout')
    .description(
      'what one publish() costs the publisher with one subscriber and with many that are asleep (in a checkout only)',
    )
    .option('--size <bytes>', 'payload', '1M')
    .option('--subscribers <n>', 'processes that read it, against one', '10')
    .option('--rounds <n>', 'one and many in turns', '3')
    .option('--messages <n>', 'of each turn', '100')
    .addOption(
      new Option('--wait <strategy>', 'of all processes').choices(['park', 'adaptive', 'spin']).default('park'),
    )
    .option('--json', 'print JSON')
    .action(async (options: FanoutOptions) => {
      const numbers = z.object({ subscribers: count, rounds: count, messages: count });
      const { subscribers, rounds, messages } = checked(numbers, options);
      const [size = 0] = sizesOf('size', options.size, 1);
      const one: PublishTimes[] = [];
      const many: PublishTimes[] = [];
      for (let round = 0; round < rounds; round++) {
        one.push(await timesOf({ size, messages, subscribers: 1 }, options.wait));
        many.push(await timesOf({ size, messages, subscribers }, options.wait));
      }
      const result = { size, wait: options.wait, subscribers, one: mediansOf(one), many: mediansOf(many) };
      const ratio = result.many.cpuMicros / result.one.cpuMicros;
      if (options.json) return printJson({ command: commandLine(), ...environmentFacts(), ...result, ratio });
      print(
        `publish() of ${size} bytes, wait ${options.wait}, processor time of the publisher: ${result.one.cpuMicros} µs with one ` +
          `subscriber, ${result.many.cpuMicros} µs with ${subscribers}: ${ratio.toFixed(2)} times`,
      );
    });
}

/** In new processes each time. */
function timesOf(order: PublishOrder, wait: WaitStrategy): Promise<PublishTimes> {
  return inPerfDomain(false, async (running) => {
    const start = async (role: string): Promise<PerfProcess> => {
      const station = running.startProgram(role, [process.execPath, STATION, role]);
      await station.call('join', wait);
      return station;
    };
    const publisher = await start('publisher');
    await Promise.all(Array.from({ length: order.subscribers }, () => start('subscriber')));
    return publisher.call<PublishTimes>('publish', order);
  });
}

function mediansOf(times: readonly PublishTimes[]): PublishTimes {
  const of = (key: keyof PublishTimes) => median(times.map((each) => each[key]));
  return { cpuMicros: of('cpuMicros'), wallMicros: Math.round(of('wallMicros')) };
}
