import { defaultRegistry } from '@roslet/interfaces';
import { payloadOf } from './payload';
import { environmentFacts, type StagingResult, type StagingRow } from './result';
import { inPerfDomain } from './run';
import type { StagingSettings } from './settings';
import type { StagingReport } from './roles/stager';
import { stagingSetup } from './setup';

/**
 * Encoding straight into the log's record against encoding into a fresh buffer that is then copied into the record.
 *
 * @throws PerfError, Interrupted, UsageError
 */
export async function measureStaging(settings: StagingSettings): Promise<StagingResult> {
  for (const size of settings.sizes) payloadOf(defaultRegistry(), settings.type, size);
  return inPerfDomain(settings.inDomain, async (run) => {
    const stager = run.start('stager');
    const reader = run.start('reader');
    const { type } = await stager.setUp(stagingSetup(settings));
    await reader.setUp(stagingSetup(settings));
    const results: StagingRow[] = [];
    for (const size of settings.sizes) {
      const topic = `/roslet_perf/staging_${size}`;
      await reader.call('listen', { topic, kind: settings.reader });
      const { count, seconds } = settings;
      const report: StagingReport = await stager.call('measure', { topic, size, count, seconds });
      const { received } = await reader.call<{ received: number }>('leave');
      results.push(rowOf(report, received));
    }
    return {
      mode: 'staging',
      type,
      wait: settings.wait,
      reader: settings.reader,
      results,
      ratios: Object.fromEntries(results.map(({ size, ratio }) => [size, ratio])),
      method:
        'in one process, blocks of messages published in turns (A B, B A, …): A encodes into the reserved record ' +
        '(publisher.publish), B encodes into a fresh buffer and copies that into the record (serialize, publishBytes); ' +
        'every message was written to the log of a matched best-effort reader in another process, which ' +
        (settings.reader === 'live' ? 'took what it could keep up with' : 'was not draining') +
        '; ratio = median of the blocks of B / median of the blocks of A',
      ...environmentFacts(),
    };
  });
}

function rowOf(report: StagingReport, received: number): StagingRow {
  const { payloadBytes, serializedBytes, messages, blocks, recordMicros, copyMicros, path, sent } = report;
  return {
    size: payloadBytes,
    serializedSize: serializedBytes,
    count: messages,
    blocks,
    path,
    recordMicros,
    copyMicros,
    ratio: (copyMicros?.p50 ?? NaN) / (recordMicros?.p50 ?? NaN),
    sent,
    received,
    sharedBytes: report.sharedBytes,
    cpuSeconds: { publisher: report.cpuSeconds },
  };
}
