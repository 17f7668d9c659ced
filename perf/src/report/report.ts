import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type EnvironmentFacts, environmentFacts } from '@roslet/cli/internal';
import { type Curve, type Extent, measureCurves, type Progress } from './curves';
import { plotOf } from './plot';
import { plotName, reportText } from './text';

export interface CostReport extends EnvironmentFacts {
  readonly command: string;
  readonly date: string;
  readonly quick: boolean;
  /** Others were using the processors when it began. */
  readonly underLoad: boolean;
  readonly curves: readonly Curve[];
}

export interface ReportSettings {
  readonly extent: Extent;
  readonly quick: boolean;
  readonly out: string;
  readonly command: string;
}

const BUSY = 0.5;

/**
 * Measures, and writes data, plots and a page about them to `out`.
 *
 * @returns the files that were written
 * @throws PerfError, Interrupted
 */
export async function writeReport(
  { extent, quick, out, command }: ReportSettings,
  progress: Progress,
): Promise<string[]> {
  const environment = environmentFacts();
  const report: CostReport = {
    command,
    date: new Date().toISOString().slice(0, 10),
    quick,
    underLoad: environment.host.loadAverage > BUSY * os.availableParallelism(),
    ...environment,
    curves: await measureCurves(extent, progress),
  };
  mkdirSync(out, { recursive: true });
  const subtitle = `${report.host.cpus} x ${report.host.cpu}, Node.js ${report.versions.node}${report.underLoad ? ', taken under load' : ''}`;
  const files: [string, string][] = [
    ['cost.json', `${JSON.stringify(report, null, 2)}\n`],
    ...report.curves.map((curve): [string, string] => [plotName(curve), plotOf(curve, subtitle)]),
    ['README.md', reportText(report)],
  ];
  return files.map(([name, text]) => {
    const file = path.join(out, name);
    writeFileSync(file, text);
    return file;
  });
}
