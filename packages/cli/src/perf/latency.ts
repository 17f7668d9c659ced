import { defaultRegistry } from '@roslet/interfaces';
import { distributionOf } from './distribution';
import { payloadOf } from './payload';
import type { EchoReport, PayloadFacts, PingReport } from './protocol';
import { environmentFacts, type LatencyResult, qosFacts } from './result';
import { inPerfDomain } from './run';
import type { Settings } from './settings';
import { setupOf } from './setup';

/** Not counted: code gets compiled, logs get made. Large messages make few round trips in that time, and need no more. */
const WARM_UP_SECONDS = 0.5;
const WARM_UP_COUNT = 1000;

/**
 * Round trips between two processes, through callbacks on both sides. Further subscribers only listen.
 *
 * @throws PerfError, Interrupted, UsageError
 */
export async function measureLatency(settings: Settings): Promise<LatencyResult> {
  // Whatever is wrong with type and size is said before anything starts.
  payloadOf(defaultRegistry(), settings.type, settings.size);
  return inPerfDomain(settings.inDomain, async (run) => {
    const setup = setupOf(settings, '/roslet_perf');
    const pinger = run.start('pinger');
    const echoer = run.start('echoer');
    const facts: PayloadFacts = await pinger.setUp(setup);
    await echoer.setUp(setup);
    const listeners = Array.from({ length: settings.subscribers - 1 }, () => run.start('receiver'));
    await Promise.all(listeners.map((each) => each.setUp({ ...setup, topic: `${setup.topic}/ping` })));
    await Promise.all([pinger.call('ready', settings.subscribers), echoer.call('ready')]);

    const { count, seconds, rate } = settings;
    const warmUp: PingReport = await pinger.call('run', {
      count: count === undefined ? undefined : Math.min(WARM_UP_COUNT, count),
      seconds: Math.min(WARM_UP_SECONDS, seconds),
      rate: undefined,
    });
    await echoer.call('begin', warmUp.firstSequence + warmUp.sent);
    const pings: PingReport = await pinger.call('run', { count, seconds, rate });
    const echoes: EchoReport = await echoer.call('finish');

    const elapsed = (pings.end - pings.begin) / 1e6;
    return {
      mode: 'latency',
      type: facts.type,
      size: facts.payloadBytes,
      serializedSize: facts.serializedBytes,
      count: pings.sent,
      rate: rate ?? null,
      subscribers: settings.subscribers,
      qos: qosFacts(settings.qos),
      raw: settings.raw,
      wait: settings.wait,
      maxBytes: setup.maxBytes,
      path: pings.path,
      roundTripMicros: distributionOf(pings.roundTripMicros),
      oneWayMicros: distributionOf(oneWay(pings, echoes)),
      sent: pings.sent,
      received: pings.received,
      lost: pings.sent - pings.received,
      seconds: elapsed,
      messagesPerSecond: pings.received / elapsed,
      gibPerSecond: (pings.received * facts.payloadBytes) / elapsed / 1024 ** 3,
      cpuSeconds: { publisher: pings.cpuSeconds, subscriber: echoes.cpuSeconds },
      method:
        'ping-pong between two processes: a JavaScript callback publishes, the other process publishes the received message ' +
        'back from its callback; oneWayMicros from publish() to the first line of the callback, by the monotonic clock',
      ...environmentFacts(),
    };
  });
}

function oneWay({ sentAt, firstSequence }: PingReport, echoes: EchoReport): number[] {
  const times: number[] = [];
  echoes.receivedAt.forEach((at, index) => {
    const sent = sentAt[index + echoes.firstSequence - firstSequence];
    if (sent !== undefined && !Number.isNaN(at)) times.push(at - sent);
  });
  return times;
}
