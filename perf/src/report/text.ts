import { bytesText } from '@roslet/cli/internal';
import type { CostReport } from './report';
import type { Curve, Line, Point } from './curves';

/** The report for people, with the commands that give its figures again. */
export function reportText(report: CostReport): string {
  const { host, versions, underLoad, quick, command, date } = report;
  return [
    '# What a message costs',
    '',
    `Written by \`${command}\` on ${date}.`,
    '',
    `- ${host.cpus} x ${host.cpu}, ${bytesText(host.memoryBytes)} of memory, Linux ${host.kernel}`,
    `- Node.js ${versions.node}, Roslet ${versions.roslet}`,
    ...(underLoad
      ? [
          `- **Taken under load** (load average ${host.loadAverage.toFixed(1)}): the shape of the curves counts, not the figures.`,
        ]
      : []),
    ...(quick ? ['- A quick look: short runs, few points.'] : []),
    '',
    'All figures are microseconds a message. The data are in [cost.json](cost.json).',
    ...report.curves.flatMap(curveText),
    '',
  ].join('\n');
}

function curveText(curve: Curve): string[] {
  return [
    '',
    `## ${curve.title}`,
    '',
    `${curve.about}.`,
    '',
    `![${curve.title}](${plotName(curve)})`,
    ...curve.lines.flatMap((line) => lineText(curve, line)),
  ];
}

export function plotName({ name }: Curve): string {
  return `cost-by-${name}.svg`;
}

function lineText(curve: Curve, { name, points }: Line): string[] {
  const [first] = points;
  return [
    '',
    `${name}:`,
    '',
    `| ${curve.xTitle} | publisher CPU | subscriber CPU | from message to message | round trip |`,
    '| ---: | ---: | ---: | ---: | ---: |',
    ...points.map((point) => rowText(curve, point)),
    '',
    ...(first?.commands ?? []).map((text) => `    ${text}`),
  ];
}

function rowText({ name }: Curve, point: Point): string {
  const figures = [point.publisherCpuMicros, point.subscriberCpuMicros, point.wallMicros, point.roundTripMicros];
  const x = name === 'size' ? bytesText(point.x) : String(point.x);
  return `| ${[x, ...figures.map((figure) => (figure === undefined ? '' : figure.toPrecision(3)))].join(' | ')} |`;
}
