import { defaultRegistry } from '@roslet/interfaces';
import { distributionOf } from './distribution';
import { payloadOf } from './payload';
import type { PayloadFacts, ReceivedReport, SentReport } from './protocol';
import { environmentFacts, qosFacts, type ThroughputResult } from './result';
import { inPerfDomain } from './run';
import type { Settings } from './settings';
import { setupOf } from './setup';

/** Sent before anything is counted: code gets compiled, the log gets its size. */
const WARM_UP_SECONDS = 0.5;

/**
 * One sender, one or more receivers, each a process.
 *
 * @throws PerfError, Interrupted, UsageError
 */
export async function measureThroughput(settings: Settings): Promise<ThroughputResult> {
  // Whatever is wrong with type and size is said before anything starts.
  payloadOf(defaultRegistry(), settings.type, settings.size);
  return inPerfDomain(settings.inDomain, async (run) => {
    const setup = setupOf(settings, '/roslet_perf');
    const sender = run.start('sender');
    const receivers = Array.from({ length: settings.subscribers }, () => run.start('receiver'));
    const facts: PayloadFacts = await sender.setUp(setup);
    await Promise.all(receivers.map((each) => each.setUp(setup)));
    await Promise.all([sender.call('ready', settings.subscribers), ...receivers.map((each) => each.call('ready'))]);

    const { count, seconds, rate } = settings;
    const warmUp: SentReport = await sender.call('run', {
      count: count === undefined ? undefined : Math.min(count, 1000),
      seconds: Math.min(WARM_UP_SECONDS, seconds),
      rate,
    });
    await Promise.all(receivers.map((each) => each.call('finish', warmUp.sent)));
    await Promise.all(receivers.map((each) => each.call('begin')));

    const sent: SentReport = await sender.call('run', { count, seconds, rate });
    const reports: ReceivedReport[] = await Promise.all(
      receivers.map((each) => each.call<ReceivedReport>('finish', sent.sent)),
    );
    const sum = (of: (report: ReceivedReport) => number) => reports.reduce((total, report) => total + of(report), 0);
    const elapsed = (Math.max(sent.end, ...reports.map(({ end }) => end)) - sent.begin) / 1e6;
    const perSubscriber = sum(({ received }) => received) / reports.length / elapsed;
    return {
      mode: 'throughput',
      type: facts.type,
      size: facts.payloadBytes,
      serializedSize: facts.serializedBytes,
      count: sent.sent,
      rate: rate ?? null,
      subscribers: settings.subscribers,
      qos: qosFacts(settings.qos),
      raw: settings.raw,
      wait: settings.wait,
      maxBytes: setup.maxBytes,
      path: sent.path,
      oneWayMicros: distributionOf(reports.flatMap(({ oneWayMicros }) => [...oneWayMicros])),
      sent: sent.sent,
      received: sum(({ received }) => received),
      lost: sum(({ lost }) => lost),
      seconds: elapsed,
      messagesPerSecond: perSubscriber,
      gibPerSecond: (perSubscriber * facts.payloadBytes) / 1024 ** 3,
      cpuSeconds: { publisher: sent.cpuSeconds, subscriber: sum((report) => report.cpuSeconds) },
      backpressured: sent.backpressured,
      method:
        'one message, prepared once and copied into each record, published in a loop that awaits ready() whenever it is ' +
        `backpressured; ${settings.raw ? 'bytes received as they are' : 'decoded by each receiver'}, first, middle and last element read; ` +
        'rates are those of one subscriber, from the first publish to the last message taken; ' +
        'oneWayMicros of every 64th message, from commit to the receiving drain',
      ...environmentFacts(),
    };
  });
}
