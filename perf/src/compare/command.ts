import { print, printJson, remark } from '@roslet/cli/internal';
import { type Command, Option } from 'commander';
import { commandLine } from '../command-line';
import { compare } from './compare';
import { ALL_PEERS, type CompareOptions, compareSettingsOf, FULL } from './settings';
import { METRIC_NAMES } from './metrics';
import { compareLines } from './tables';

export function compareCommand(perf: Command): void {
  perf
    .command('compare')
    .description('measure Roslet and other transports in turns, and print medians and ratios (in a checkout only)')
    .option('--metrics <list>', `among ${METRIC_NAMES.join(', ')} (default: ${FULL.metrics})`)
    .option('--sizes <list>', `payload sizes (default: ${FULL.sizes})`)
    .option('--peers <list>', `among ${ALL_PEERS.join(', ')} (default: all that are installed)`)
    .option('--modes <list>', `of Roslet: copy, raw, loan (default: ${FULL.modes})`)
    .option('--waits <list>', `of Roslet: park, adaptive, spin (default: ${FULL.waits})`)
    .option('--rounds <n>', `turns of each (default: ${FULL.rounds})`)
    .option('--seconds <s>', `time of each run (default: ${FULL.seconds})`)
    .option('--count <n>', 'messages of each run, in place of a time')
    .addOption(
      new Option(
        '--written <how>',
        'sender writes the whole payload or a stamp (default: full one way, stamp there and back)',
      ).choices(['full', 'stamp']),
    )
    .addOption(
      new Option('--read <how>', 'receiver reads the whole payload, samples or the stamp (default: sampled)').choices([
        'full',
        'sampled',
        'stamp',
      ]),
    )
    .option('--cpus <list>', 'bind both sides to one processor (0), or each to its own (0,1)')
    .option('--quick', 'few sizes, peers and rounds, in about a minute')
    .option('--json', 'print JSON')
    .action(async (options: CompareOptions & { readonly json?: boolean }) => {
      const settings = compareSettingsOf(options);
      const report = await compare(settings, process.stderr.isTTY ? remark : () => undefined);
      if (report.underLoad) remark('the machine was busy when this began: trust ratios more than figures');
      if (options.json) printJson({ command: commandLine(), ...report });
      else print(...compareLines(report));
    });
}
