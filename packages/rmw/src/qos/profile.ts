import { QosError } from '../errors';
import { DurabilityPolicy, HistoryPolicy, INFINITE_DURATION, LivelinessPolicy, ReliabilityPolicy } from './policies';

/** Nanoseconds, or seconds and nanoseconds as ROS 2 writes them. */
export type DurationLike = bigint | { readonly seconds?: number | bigint; readonly nanoseconds?: number | bigint };

/** A QoS profile as a caller may write it: what is missing or `undefined` comes from the default profile. */
export interface QosProfileLike {
  readonly history?: HistoryPolicy | undefined;
  /** Messages kept under KEEP_LAST, 1 to 2^31 - 1; 0 means the system's default of 10. */
  readonly depth?: number | undefined;
  readonly reliability?: ReliabilityPolicy | undefined;
  readonly durability?: DurabilityPolicy | undefined;
  /** Longest time between two messages; 0 and INFINITE_DURATION mean no deadline. */
  readonly deadline?: DurationLike | undefined;
  /** Age at which a message is no longer delivered; 0 and INFINITE_DURATION mean never. */
  readonly lifespan?: DurationLike | undefined;
  readonly liveliness?: LivelinessPolicy | undefined;
  /** 0 and INFINITE_DURATION mean no lease. */
  readonly livelinessLeaseDuration?: DurationLike | undefined;
  /** Kept for `ros2`'s sake and shown in the graph; it changes nothing on this transport. */
  readonly avoidRosNamespaceConventions?: boolean | undefined;
}

/** A complete profile. Durations are nanoseconds, `INFINITE_DURATION` when there is no bound. */
export interface QosProfile {
  readonly history: HistoryPolicy;
  readonly depth: number;
  readonly reliability: ReliabilityPolicy;
  readonly durability: DurabilityPolicy;
  readonly deadline: bigint;
  readonly lifespan: bigint;
  readonly liveliness: LivelinessPolicy;
  readonly livelinessLeaseDuration: bigint;
  readonly avoidRosNamespaceConventions: boolean;
}

/** Depth used where a KEEP_LAST profile gives 0 (`RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT`). */
export const SYSTEM_DEFAULT_DEPTH = 10;

const MAX_DEPTH = 2 ** 31 - 1;

const FIELDS: ReadonlySet<string> = new Set([
  'history',
  'depth',
  'reliability',
  'durability',
  'deadline',
  'lifespan',
  'liveliness',
  'livelinessLeaseDuration',
  'avoidRosNamespaceConventions',
]);

/**
 * Completes a profile from `base` and checks it. SYSTEM_DEFAULT and BEST_AVAILABLE values stay as they are: they are resolved when
 * an endpoint is created (`resolveProfile`).
 *
 * @throws QosError when a policy is unknown or a value is out of range.
 */
export function completeProfile(profile: QosProfileLike, base: QosProfile): QosProfile {
  if (typeof profile !== 'object' || profile === null) {
    throw new QosError(`expected a QoS profile (an object), got ${profile === null ? 'null' : typeof profile}`);
  }
  for (const key of Object.keys(profile)) {
    if (!FIELDS.has(key)) throw new QosError(`unknown QoS policy "${key}"; there are ${[...FIELDS].join(', ')}`);
  }
  return Object.freeze({
    history: policy('history', HistoryPolicy, profile.history ?? base.history),
    depth: depth(profile.depth ?? base.depth),
    reliability: policy('reliability', ReliabilityPolicy, profile.reliability ?? base.reliability),
    durability: policy('durability', DurabilityPolicy, profile.durability ?? base.durability),
    deadline: duration('deadline', profile.deadline ?? base.deadline),
    lifespan: duration('lifespan', profile.lifespan ?? base.lifespan),
    liveliness: policy('liveliness', LivelinessPolicy, profile.liveliness ?? base.liveliness),
    livelinessLeaseDuration: duration(
      'livelinessLeaseDuration',
      profile.livelinessLeaseDuration ?? base.livelinessLeaseDuration,
    ),
    avoidRosNamespaceConventions: Boolean(profile.avoidRosNamespaceConventions ?? base.avoidRosNamespaceConventions),
  });
}

function policy<Value extends number>(name: string, values: Readonly<Record<string, Value>>, value: unknown): Value {
  const found = Object.values(values).find((known) => known === value);
  if (found !== undefined) return found;
  const known = Object.entries(values).map(([text, number]) => `${text} (${number})`);
  throw new QosError(`expected ${name} to be one of ${known.join(', ')}; got ${String(value)}`);
}

function depth(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DEPTH) return value;
  throw new QosError(`expected depth to be a whole number from 0 to ${MAX_DEPTH}; got ${String(value)}`);
}

function duration(name: string, value: DurationLike): bigint {
  const nanoseconds = toNanoseconds(name, value);
  if (nanoseconds < 0n) throw new QosError(`expected ${name} not to be negative; got ${nanoseconds} ns`);
  return nanoseconds === 0n || nanoseconds >= INFINITE_DURATION ? INFINITE_DURATION : nanoseconds;
}

function toNanoseconds(name: string, value: DurationLike): bigint {
  try {
    if (typeof value === 'bigint') return value;
    if (typeof value === 'object') return BigInt(value.seconds ?? 0) * 1_000_000_000n + BigInt(value.nanoseconds ?? 0);
  } catch {
    // a number that is not whole: reported below
  }
  throw new QosError(`expected ${name} as a bigint of nanoseconds or {seconds, nanoseconds} in whole numbers`);
}
