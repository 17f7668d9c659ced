import { tableLines } from '../output/table';
import { bytesText } from '../output/units';
import type { Distribution } from './distribution';
import type { LatencyResult, StagingResult, ThroughputResult } from './result';

export function latencyLines(result: LatencyResult): string[] {
  return [
    headLine(result),
    '',
    ...distributionTable([
      ['round trip', result.roundTripMicros],
      ['one way', result.oneWayMicros],
    ]),
    '',
    ...factLines(result),
  ];
}

export function throughputLines(result: ThroughputResult): string[] {
  const { messagesPerSecond, gibPerSecond, backpressured } = result;
  return [
    headLine(result),
    '',
    `${thousands(messagesPerSecond)} messages/s, ${gibPerSecond.toFixed(3)} GiB/s to each subscriber ` +
      `(waited ${thousands(backpressured)} times for subscribers)`,
    ...distributionTable([['one way', result.oneWayMicros]]),
    '',
    ...factLines(result),
  ];
}

export function stagingLines(result: StagingResult): string[] {
  return [
    `staging: ${result.type}, ${result.reader} reader, wait ${result.wait}`,
    '',
    ...tableLines(
      [
        { title: 'payload', align: 'right' },
        { title: 'into the record', align: 'right' },
        { title: 'buffer, then copy', align: 'right' },
        { title: 'ratio', align: 'right' },
        { title: 'messages of each', align: 'right' },
        { title: 'path' },
      ],
      result.results.map(({ size, recordMicros, copyMicros, ratio, count, path }) => [
        bytesText(size),
        `${microsText(recordMicros?.p50)} us`,
        `${microsText(copyMicros?.p50)} us`,
        ratio.toFixed(2),
        thousands(count),
        path,
      ]),
    ),
    '',
    result.method,
  ];
}

function headLine({ mode, type, size, subscribers, qos, wait, path, raw }: LatencyResult | ThroughputResult): string {
  const history = qos.depth === null ? 'KEEP_ALL' : `KEEP_LAST ${qos.depth}`;
  const details = [`${qos.reliability} ${history} ${qos.durability}`, `wait ${wait}`, `path ${path}`];
  const readers = `${subscribers} subscriber${subscribers === 1 ? '' : 's'}`;
  return `${mode}: ${type}, ${bytesText(size)}${raw ? ' raw' : ''}, ${readers}, ${details.join(', ')}`;
}

function distributionTable(rows: readonly (readonly [string, Distribution | null])[]): string[] {
  const columns = ['min', 'p50', 'p90', 'p99', 'max', 'mean'] as const;
  return tableLines(
    [{ title: 'microseconds' }, ...columns.map((title) => ({ title, align: 'right' as const }))],
    rows.map(([name, times]) => [name, ...columns.map((column) => microsText(times?.[column]))]),
  );
}

function factLines({ sent, received, lost, seconds, cpuSeconds }: LatencyResult | ThroughputResult): string[] {
  return [
    `sent ${thousands(sent)}, received ${thousands(received)}, lost ${thousands(lost)} in ${seconds.toFixed(2)} s; ` +
      `CPU ${cpuSeconds.publisher.toFixed(2)} s publisher, ${cpuSeconds.subscriber.toFixed(2)} s subscriber`,
  ];
}

function microsText(value: number | undefined): string {
  if (value === undefined) return '-';
  return value < 100 ? value.toFixed(2) : thousands(value);
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
