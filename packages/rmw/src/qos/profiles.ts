import { DurabilityPolicy, HistoryPolicy, INFINITE_DURATION, LivelinessPolicy, ReliabilityPolicy } from './policies';
import { type QosProfile } from './profile';

const base: QosProfile = {
  history: HistoryPolicy.KEEP_LAST,
  depth: 10,
  reliability: ReliabilityPolicy.RELIABLE,
  durability: DurabilityPolicy.VOLATILE,
  deadline: INFINITE_DURATION,
  lifespan: INFINITE_DURATION,
  liveliness: LivelinessPolicy.AUTOMATIC,
  livelinessLeaseDuration: INFINITE_DURATION,
  avoidRosNamespaceConventions: false,
};

/** ROS 2's predefined profiles (`rmw/qos_profiles.h`). */
export const QosProfiles = {
  default: profile({}),
  sensorData: profile({ depth: 5, reliability: ReliabilityPolicy.BEST_EFFORT }),
  services: profile({}),
  parameters: profile({ depth: 1000 }),
  parameterEvents: profile({ depth: 1000 }),
  rosout: profile({
    depth: 1000,
    durability: DurabilityPolicy.TRANSIENT_LOCAL,
    lifespan: 10_000_000_000n,
  }),
  clock: profile({ depth: 1, reliability: ReliabilityPolicy.BEST_EFFORT }),
  actionStatus: profile({ depth: 1, durability: DurabilityPolicy.TRANSIENT_LOCAL }),
  systemDefault: profile({
    history: HistoryPolicy.SYSTEM_DEFAULT,
    depth: 0,
    reliability: ReliabilityPolicy.SYSTEM_DEFAULT,
    durability: DurabilityPolicy.SYSTEM_DEFAULT,
    liveliness: LivelinessPolicy.SYSTEM_DEFAULT,
  }),
  bestAvailable: profile({
    reliability: ReliabilityPolicy.BEST_AVAILABLE,
    durability: DurabilityPolicy.BEST_AVAILABLE,
    liveliness: LivelinessPolicy.BEST_AVAILABLE,
  }),
} as const;

function profile(changes: Partial<QosProfile>): QosProfile {
  return Object.freeze({ ...base, ...changes });
}
