import {
  DurabilityPolicy,
  durationText,
  LivelinessPolicy,
  policyName,
  ReliabilityPolicy,
  INFINITE_DURATION,
} from './policies';
import { type QosProfile } from './profile';

/** A policy in which a publisher offers less than a subscription requests. Values are as ROS 2 prints them. */
export interface QosMismatch {
  readonly policy: 'reliability' | 'durability' | 'deadline' | 'liveliness' | 'liveliness lease duration';
  /** `RMW_QOS_POLICY_…` number of the policy, as the incompatible-QoS events report it. */
  readonly policyKind: number;
  readonly offered: string;
  readonly requested: string;
}

/** As `rmw_qos_profile_check_compatible`: `warning` when a policy is not decided yet (SYSTEM_DEFAULT, BEST_AVAILABLE). */
export interface QosCompatibility {
  readonly compatibility: 'ok' | 'warning' | 'error';
  /** Empty when compatible. */
  readonly reason: string;
}

/** `RMW_QOS_POLICY_…` bits of `rmw/types.h`. */
const KIND = { durability: 2, deadline: 4, liveliness: 8, reliability: 16 } as const;

/** The policies in which `offered` (a publisher's) does not satisfy `requested` (a subscription's): DDS's request-offered rules. */
export function qosMismatches(offered: QosProfile, requested: QosProfile): QosMismatch[] {
  const mismatches: QosMismatch[] = [];
  if (requested.reliability === ReliabilityPolicy.RELIABLE && offered.reliability === ReliabilityPolicy.BEST_EFFORT) {
    mismatches.push({
      policy: 'reliability',
      policyKind: KIND.reliability,
      ...names(ReliabilityPolicy, offered.reliability, requested.reliability),
    });
  }
  if (requested.durability === DurabilityPolicy.TRANSIENT_LOCAL && offered.durability === DurabilityPolicy.VOLATILE) {
    mismatches.push({
      policy: 'durability',
      policyKind: KIND.durability,
      ...names(DurabilityPolicy, offered.durability, requested.durability),
    });
  }
  if (period(offered.deadline) > period(requested.deadline)) {
    mismatches.push({ policy: 'deadline', policyKind: KIND.deadline, ...times(offered.deadline, requested.deadline) });
  }
  if (requested.liveliness === LivelinessPolicy.MANUAL_BY_TOPIC && offered.liveliness === LivelinessPolicy.AUTOMATIC) {
    mismatches.push({
      policy: 'liveliness',
      policyKind: KIND.liveliness,
      ...names(LivelinessPolicy, offered.liveliness, requested.liveliness),
    });
  }
  if (period(offered.livelinessLeaseDuration) > period(requested.livelinessLeaseDuration)) {
    mismatches.push({
      policy: 'liveliness lease duration',
      policyKind: KIND.liveliness,
      ...times(offered.livelinessLeaseDuration, requested.livelinessLeaseDuration),
    });
  }
  return mismatches;
}

/** Whether a publisher and a subscription with these profiles would talk to each other. */
export function checkCompatible(publisher: QosProfile, subscription: QosProfile): QosCompatibility {
  const mismatches = qosMismatches(publisher, subscription);
  if (mismatches.length > 0) return { compatibility: 'error', reason: mismatches.map(sentence).join('; ') };
  const undecided = undecidedPolicies(publisher, subscription);
  if (undecided.length === 0) return { compatibility: 'ok', reason: '' };
  return { compatibility: 'warning', reason: `${undecided.join(' and ')} not decided before the endpoints exist` };
}

function sentence(mismatch: QosMismatch): string {
  return `${mismatch.policy}: the publisher offers ${mismatch.offered}, the subscription requests ${mismatch.requested}`;
}

function undecidedPolicies(publisher: QosProfile, subscription: QosProfile): string[] {
  return (
    [
      ['reliability', ReliabilityPolicy],
      ['durability', DurabilityPolicy],
      ['liveliness', LivelinessPolicy],
    ] as const
  )
    .filter(([policy, values]) =>
      [publisher[policy], subscription[policy]].some(
        (value) => value === values.SYSTEM_DEFAULT || value === values.BEST_AVAILABLE,
      ),
    )
    .map(([policy]) => policy);
}

/** Zero stands for "no bound", as in ROS 2's default profiles. */
function period(nanoseconds: bigint): bigint {
  return nanoseconds === 0n ? INFINITE_DURATION : nanoseconds;
}

function names(policy: Readonly<Record<string, number>>, offered: number, requested: number) {
  return { offered: policyName(policy, offered), requested: policyName(policy, requested) };
}

function times(offered: bigint, requested: bigint) {
  return { offered: durationText(period(offered)), requested: durationText(period(requested)) };
}
