export { compare, type CompareReport, type Measured } from './compare/compare';
export type { Comparison } from './compare/results';
export { run } from './main';
export { buildPrograms, programPath, type ProgramName } from './native/programs';
export type { Point } from './report/curves';
export type { CostReport } from './report/report';
