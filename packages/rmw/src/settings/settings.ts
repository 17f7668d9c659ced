/** How a context runs, after options, environment and defaults have been put together. */
export interface ContextSettings {
  readonly domainId: number;
  /** The domain's directory: `<base>/<domain id>`. */
  readonly directory: string;
  /** Number of the group that may join, or -1. */
  readonly groupId: number;
  readonly wait: WaitStrategy;
  readonly adaptiveBudgetMicros: number;
  readonly forceShmFailure: boolean;
}

/** `park` sleeps at once, `spin` never, `adaptive` polls for a short time after activity and then sleeps. */
export type WaitStrategy = 'park' | 'adaptive' | 'spin';

export const WAIT_STRATEGIES = ['park', 'adaptive', 'spin'] as const satisfies readonly WaitStrategy[];

/** Highest domain id that ROS 2's port arithmetic allows. */
export const MAX_DOMAIN_ID = 232;

/** Long enough to meet the answer of a busy peer, short enough to cost nothing noticeable. */
export const DEFAULT_ADAPTIVE_BUDGET_MICROS = 200;
