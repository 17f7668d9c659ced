import { DurabilityPolicy, HistoryPolicy, type QosProfile, ReliabilityPolicy } from '@roslet/rmw';
import type { WantedQos } from './from-options';

export interface AdaptedQos {
  readonly profile: QosProfile;
  /** What the listener does not get, and why. */
  readonly remarks: readonly string[];
}

/**
 * The most that all publishers offer, in the policies the user did not choose: reliable and transient local where every publisher is, as
 * deep as the deepest. Without publishers, what any publisher satisfies.
 *
 * A listener must not hold up what it listens to: a reliable publisher that keeps all messages waits for its readers, so it
 * is read as best effort unless the user chose otherwise.
 */
export function adaptToPublishers(wanted: WantedQos, publishers: readonly QosProfile[]): AdaptedQos {
  const { profile, chose } = wanted;
  const remarks: string[] = [];
  return {
    profile: {
      ...profile,
      ...(!chose.reliability && { reliability: reliabilityFor(publishers, remarks) }),
      ...(!chose.durability && { durability: durabilityFor(publishers, remarks) }),
      ...(!chose.depth && { depth: Math.max(profile.depth, ...publishers.map((qos) => qos.depth)) }),
    },
    remarks,
  };
}

function reliabilityFor(publishers: readonly QosProfile[], remarks: string[]): ReliabilityPolicy {
  const reliable = publishers.filter((qos) => qos.reliability === ReliabilityPolicy.RELIABLE);
  if (reliable.length === 0) return ReliabilityPolicy.BEST_EFFORT;
  if (reliable.length < publishers.length) {
    remarks.push('some, but not all, publishers are RELIABLE; listening with BEST_EFFORT, which suits all of them');
    return ReliabilityPolicy.BEST_EFFORT;
  }
  if (reliable.some((qos) => qos.history === HistoryPolicy.KEEP_ALL)) {
    remarks.push(
      'a publisher is RELIABLE and KEEP_ALL, so it would wait for this listener; listening with BEST_EFFORT ' +
        '(--qos-reliability reliable makes it wait)',
    );
    return ReliabilityPolicy.BEST_EFFORT;
  }
  return ReliabilityPolicy.RELIABLE;
}

function durabilityFor(publishers: readonly QosProfile[], remarks: string[]): DurabilityPolicy {
  const latched = publishers.filter((qos) => qos.durability === DurabilityPolicy.TRANSIENT_LOCAL);
  if (latched.length === 0) return DurabilityPolicy.VOLATILE;
  if (latched.length === publishers.length) return DurabilityPolicy.TRANSIENT_LOCAL;
  remarks.push('some, but not all, publishers are TRANSIENT_LOCAL; listening with VOLATILE, which suits all of them');
  return DurabilityPolicy.VOLATILE;
}
