/** The values of `rmw_qos_…_policy_e`, by ROS 2's own names. */
export const HistoryPolicy = {
  RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_HISTORY_KEEP_LAST: 1,
  RMW_QOS_POLICY_HISTORY_KEEP_ALL: 2,
} as const;
export type HistoryPolicy = (typeof HistoryPolicy)[keyof typeof HistoryPolicy];

export const ReliabilityPolicy = {
  RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE: 1,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: 2,
} as const;
export type ReliabilityPolicy = (typeof ReliabilityPolicy)[keyof typeof ReliabilityPolicy];

export const DurabilityPolicy = {
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: 1,
  RMW_QOS_POLICY_DURABILITY_VOLATILE: 2,
} as const;
export type DurabilityPolicy = (typeof DurabilityPolicy)[keyof typeof DurabilityPolicy];

export const LivelinessPolicy = {
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC: 1,
  RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC: 3,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN: 4,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE: 5,
} as const;
export type LivelinessPolicy = (typeof LivelinessPolicy)[keyof typeof LivelinessPolicy];
