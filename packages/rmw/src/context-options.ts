import { type InterfaceRegistry } from '@roslet/interfaces';
import { type WaitStrategy } from './settings/settings';
import { type WarningHandler } from './warnings';

export type { WaitStrategy };

/** What is left out comes from the environment, or else from the defaults. */
export interface ContextOptions {
  /** 0 to 232; default `ROS_DOMAIN_ID`, else 0. */
  readonly domainId?: number | undefined;
  /**
   * Absolute path of the base directory; default `ROSLET_DIR`, else `/dev/shm/roslet-<uid>`. The domain's directory is
   * `<directory>/<domainId>`.
   */
  readonly directory?: string | undefined;
  /** Number or name of the Unix group that may join; default `ROSLET_GROUP`, else the user alone. */
  readonly group?: number | string | undefined;
  /** Default `ROSLET_WAIT`, else `adaptive`. */
  readonly wait?: WaitStrategy | undefined;
  /** Longest time that `adaptive` keeps polling after activity, in microseconds, 0 to 1,000,000; default `ROSLET_WAIT_BUDGET_MICROS`, else 50. */
  readonly adaptiveBudgetMicros?: number | undefined;
  /** For tests: behave as if shared memory could neither be created nor opened; default: `ROSLET_TEST_FORCE_SHM_FAILURE` is "1". */
  readonly forceShmFailure?: boolean | undefined;
  /** Where types come from; default: `defaultRegistry()` of @roslet/interfaces. */
  readonly interfaces?: InterfaceRegistry | undefined;
  /** Security enclave that the graph shows for the context's nodes; default `/`. */
  readonly enclave?: string | undefined;
  /** Default: print to stderr as ROS 2 logs. */
  readonly onWarning?: WarningHandler | undefined;
}
