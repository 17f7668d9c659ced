import { EnvironmentError } from '../errors';
import {
  ABSOLUTE_PATH,
  BUDGET,
  DIRECTORY,
  DOMAIN,
  GROUP,
  GROUP_TEXT,
  MAX_BUDGET_MICROS,
  numberOrName,
  WAIT,
  wholeNumber,
} from './rules';
import { MAX_DOMAIN_ID, WAIT_STRATEGIES, type WaitStrategy } from './settings';

/** What the environment says; undefined where a variable is not set, or empty. */
export interface Environment {
  /** `ROS_DOMAIN_ID` */
  readonly domainId: number | undefined;
  /** `ROSLET_DIR`: base directory in place of `/dev/shm/roslet-<uid>` */
  readonly directory: string | undefined;
  /** `ROSLET_GROUP`: number or name of the group that may join the domain */
  readonly group: number | string | undefined;
  /** `ROSLET_WAIT` */
  readonly wait: WaitStrategy | undefined;
  /** `ROSLET_WAIT_BUDGET_MICROS` */
  readonly adaptiveBudgetMicros: number | undefined;
  /** `ROSLET_TEST_FORCE_SHM_FAILURE`, which counts only when it is exactly "1" */
  readonly forceShmFailure: boolean;
}

/**
 * Reads Roslet's environment variables.
 *
 * @throws EnvironmentError naming the variable
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const read = <T>(name: string, expected: string, valueOf: (text: string) => T | undefined): T | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    const value = valueOf(text);
    if (value !== undefined) return value;
    throw new EnvironmentError(name, `expected ${name} to be ${expected}, got "${text}"`);
  };
  return {
    domainId: read('ROS_DOMAIN_ID', DOMAIN, (text) => wholeNumber(text, MAX_DOMAIN_ID)),
    directory: read('ROSLET_DIR', DIRECTORY, (text) => (ABSOLUTE_PATH.test(text) ? text : undefined)),
    group: read('ROSLET_GROUP', GROUP, (text) => (GROUP_TEXT.test(text) ? numberOrName(text) : undefined)),
    wait: read('ROSLET_WAIT', WAIT, (text) => WAIT_STRATEGIES.find((strategy) => strategy === text)),
    adaptiveBudgetMicros: read('ROSLET_WAIT_BUDGET_MICROS', BUDGET, (text) => wholeNumber(text, MAX_BUDGET_MICROS)),
    forceShmFailure: env.ROSLET_TEST_FORCE_SHM_FAILURE === '1',
  };
}
