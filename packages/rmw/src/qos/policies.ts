/**
 * The values of ROS 2's QoS policies, numbered as in `rmw/types.h`, so that a profile can be handed over as numbers.
 */

export const HistoryPolicy = { SYSTEM_DEFAULT: 0, KEEP_LAST: 1, KEEP_ALL: 2 } as const;
export type HistoryPolicy = (typeof HistoryPolicy)[keyof typeof HistoryPolicy];

export const ReliabilityPolicy = { SYSTEM_DEFAULT: 0, RELIABLE: 1, BEST_EFFORT: 2, BEST_AVAILABLE: 4 } as const;
export type ReliabilityPolicy = (typeof ReliabilityPolicy)[keyof typeof ReliabilityPolicy];

export const DurabilityPolicy = { SYSTEM_DEFAULT: 0, TRANSIENT_LOCAL: 1, VOLATILE: 2, BEST_AVAILABLE: 4 } as const;
export type DurabilityPolicy = (typeof DurabilityPolicy)[keyof typeof DurabilityPolicy];

export const LivelinessPolicy = { SYSTEM_DEFAULT: 0, AUTOMATIC: 1, MANUAL_BY_TOPIC: 3, BEST_AVAILABLE: 5 } as const;
export type LivelinessPolicy = (typeof LivelinessPolicy)[keyof typeof LivelinessPolicy];

/** A duration without end, in nanoseconds (`RMW_DURATION_INFINITE`). */
export const INFINITE_DURATION = 9223372036854775807n;

/** The name of a policy's value as ROS 2 prints it: `RELIABLE`. */
export function policyName(policy: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(policy).find((name) => policy[name] === value) ?? `UNKNOWN(${value})`;
}

/** `INFINITE`, or seconds: `0.5 s`. */
export function durationText(nanoseconds: bigint): string {
  return nanoseconds === INFINITE_DURATION ? 'INFINITE' : `${Number(nanoseconds) / 1e9} s`;
}
