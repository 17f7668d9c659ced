export { compare, type CompareReport, type Measured } from './compare/compare';
export type { Comparison } from './compare/results';
export { run } from './main';
