import { bytesText, type Column, tableLines } from '@roslet/cli/internal';
import type { CompareReport } from './compare';
import { type Metric, METRICS } from './metrics';
import type { Comparison } from './results';

const COLUMNS: readonly Column[] = [
  { title: 'size', align: 'right' },
  { title: 'roslet' },
  { title: 'figure', align: 'right' },
  { title: 'against' },
  { title: 'figure', align: 'right' },
  { title: 'ratio', align: 'right' },
];

/** The report for people. */
export function compareLines(report: CompareReport): string[] {
  const { host, payload, results, unavailable, underLoad, rounds } = report;
  const metrics = [...new Set(results.map(({ metric }) => metric))];
  return [
    `${host.cpus} x ${host.cpu}, Linux ${host.kernel}, Node.js ${report.versions.node ?? ''}; medians of ${rounds} rounds`,
    ...(underLoad
      ? [`TAKEN UNDER LOAD (load average ${host.loadAverage.toFixed(1)}): trust ratios more than figures`]
      : []),
    ...metrics.flatMap((metric) => [
      '',
      `${METRICS[metric].title} (${metric})`,
      METRICS[metric].exchange === 'oneWay' ? payload.oneWay : payload.roundTrip,
      ...tableLines(COLUMNS, results.filter((row) => row.metric === metric).map(rowOf)),
    ]),
    ...(unavailable.length > 0 ? ['', 'not measured:'] : []),
    ...unavailable.map(({ name, reason }) => `  ${name}: ${reason}`),
  ];
}

function rowOf({ metric, size, mode, wait, roslet, peer, value, ratio }: Comparison): string[] {
  return [
    bytesText(size),
    `${mode} ${wait}`,
    figureText(metric, roslet),
    peer,
    figureText(metric, value),
    ratio.toFixed(2),
  ];
}

function figureText(metric: Metric, value: number): string {
  if (metric === 'messagesPerSecond') return Math.round(value).toLocaleString('en');
  return value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString('en');
}
