import { EnvironmentError } from '../errors';
import { loadSchemas } from './load-schemas';
import { type WaitStrategy } from './settings';

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

const VARIABLES = ['ROS_DOMAIN_ID', 'ROSLET_DIR', 'ROSLET_GROUP', 'ROSLET_WAIT', 'ROSLET_WAIT_BUDGET_MICROS'] as const;

/**
 * Reads Roslet's environment variables.
 *
 * @throws EnvironmentError naming the variable
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const set: Record<string, string> = {};
  for (const name of VARIABLES) {
    const text = env[name];
    if (text !== undefined && text !== '') set[name] = text;
  }
  const forceShmFailure = env.ROSLET_TEST_FORCE_SHM_FAILURE === '1';
  if (Object.keys(set).length === 0) return { ...NOTHING_SET, forceShmFailure };
  const parsed = parse(set);
  return {
    domainId: parsed.ROS_DOMAIN_ID,
    directory: parsed.ROSLET_DIR,
    group: parsed.ROSLET_GROUP,
    wait: parsed.ROSLET_WAIT,
    adaptiveBudgetMicros: parsed.ROSLET_WAIT_BUDGET_MICROS,
    forceShmFailure,
  };
}

const NOTHING_SET = {
  domainId: undefined,
  directory: undefined,
  group: undefined,
  wait: undefined,
  adaptiveBudgetMicros: undefined,
};

function parse(variables: Record<string, string>) {
  const result = loadSchemas().environmentSchema.safeParse(variables);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  throw new EnvironmentError(name, `expected ${name} to be ${issue?.message}, got "${variables[name]}"`);
}
