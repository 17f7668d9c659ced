export { createProgram } from './program';
export { run } from './main';
