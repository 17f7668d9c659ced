import type { TestDomain } from '../support/domain';
import { startSource, type Program, type ProgramOptions } from '../support/program';

export type ModuleSystem = 'commonjs' | 'module';

export const MODULE_SYSTEMS: readonly ModuleSystem[] = ['commonjs', 'module'];

const IMPORT: Record<ModuleSystem, string> = {
  commonjs: `const rclnodejs = require('roslet');`,
  module: `import rclnodejs from 'roslet';`,
};

export interface UserProgramOptions extends ProgramOptions {
  readonly moduleSystem?: ModuleSystem;
}

/**
 * Starts what a user would have written: `body` is the inside of an async function, with the library as `rclnodejs`, after
 * `await rclnodejs.init()`.
 */
export function startUserProgram(domain: TestDomain, body: string, options: UserProgramOptions = {}): Program {
  const { moduleSystem = 'commonjs', ...programOptions } = options;
  const source = `${IMPORT[moduleSystem]}
(async () => {
  await rclnodejs.init();
  ${body}
})();`;
  return startSource(domain, moduleSystem, source, programOptions);
}
