import { QosProfiles, type QosProfile, type QosProfileLike } from '@roslet/rmw';
import { TypeValidationError, ValidationError } from '../errors';
import { QoS } from './qos';

/** What a program may write for `qos`: one of the profile constants of `QoS`, a `QoS`, or an object with its properties. */
export type QosInput = QoS | string | Partial<Pick<QoS, keyof QoS>>;

const PROFILES: Record<string, QosProfile> = {
  [QoS.profileDefault]: QosProfiles.default,
  [QoS.profileSystemDefault]: QosProfiles.systemDefault,
  [QoS.profileSensorData]: QosProfiles.sensorData,
  [QoS.profileServicesDefault]: QosProfiles.services,
  [QoS.profileParameters]: QosProfiles.parameters,
  [QoS.profileParameterEvents]: QosProfiles.parameterEvents,
  [QoS.profileActionStatusDefault]: QosProfiles.actionStatus,
};

/** The middleware's form of a program's `qos`. */
export function toRmwProfile(qos: QosInput | undefined): QosProfileLike {
  if (qos === undefined) return QosProfiles.default;
  if (typeof qos === 'string') return namedProfile(qos);
  if (typeof qos !== 'object' || qos === null) throw new TypeValidationError('qos', qos, 'QoS or a profile constant');
  const { history, depth, reliability, durability, liveliness, avoidRosNameSpaceConventions } = qos;
  // ROS 2's UNKNOWN says what somebody else reported; as a wish it is no more than the default.
  const wished = liveliness === QoS.LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_UNKNOWN ? undefined : liveliness;
  return {
    history,
    depth,
    reliability,
    durability,
    liveliness: wished,
    avoidRosNamespaceConventions: avoidRosNameSpaceConventions,
  };
}

function namedProfile(name: string): QosProfile {
  const profile = PROFILES[name];
  if (profile !== undefined) return profile;
  throw new ValidationError(`Unknown QoS profile '${name}': expected one of ${Object.keys(PROFILES).join(', ')}`, {
    argumentName: 'qos',
    providedValue: name,
  });
}

/** A profile as rclnodejs's endpoint infos show it. */
export interface QosInfo {
  depth: number;
  history: number;
  reliability: number;
  durability: number;
  lifespan: DurationInfo;
  deadline: DurationInfo;
  liveliness: number;
  liveliness_lease_duration: DurationInfo;
  avoid_ros_namespace_conventions: boolean;
}

export interface DurationInfo {
  seconds: bigint;
  nanoseconds: number;
}

export function toQosInfo(profile: QosProfile): QosInfo {
  return {
    depth: profile.depth,
    history: profile.history,
    reliability: profile.reliability,
    durability: profile.durability,
    lifespan: durationInfo(profile.lifespan),
    deadline: durationInfo(profile.deadline),
    liveliness: profile.liveliness,
    liveliness_lease_duration: durationInfo(profile.livelinessLeaseDuration),
    avoid_ros_namespace_conventions: profile.avoidRosNamespaceConventions,
  };
}

function durationInfo(nanoseconds: bigint): DurationInfo {
  return { seconds: nanoseconds / 1_000_000_000n, nanoseconds: Number(nanoseconds % 1_000_000_000n) };
}
