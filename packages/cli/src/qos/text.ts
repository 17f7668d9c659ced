import type { QosProfile } from '@roslet/rmw';
import {
  DurabilityPolicy,
  HistoryPolicy,
  INFINITE_DURATION,
  LivelinessPolicy,
  policyName,
  ReliabilityPolicy,
} from '@roslet/rmw/internal';

/** A profile as `ros2 topic info --verbose` prints it. */
export function qosLines(qos: QosProfile): string[] {
  const { reliability, history, durability, lifespan, deadline, liveliness, livelinessLeaseDuration } = names(qos);
  return [
    `Reliability: ${reliability}`,
    `History (Depth): ${history === 'KEEP_LAST' ? `KEEP_LAST (${qos.depth})` : history}`,
    `Durability: ${durability}`,
    `Lifespan: ${lifespan}`,
    `Deadline: ${deadline}`,
    `Liveliness: ${liveliness}`,
    `Liveliness lease duration: ${livelinessLeaseDuration}`,
  ];
}

/** The same for programs: durations in nanoseconds, null when there is no bound. */
export function qosJson(qos: QosProfile) {
  const { reliability, history, durability, liveliness } = names(qos);
  return {
    reliability,
    history,
    depth: qos.depth,
    durability,
    lifespan: bound(qos.lifespan),
    deadline: bound(qos.deadline),
    liveliness,
    livelinessLeaseDuration: bound(qos.livelinessLeaseDuration),
  };
}

function names(qos: QosProfile) {
  return {
    reliability: policyName(ReliabilityPolicy, qos.reliability),
    history: policyName(HistoryPolicy, qos.history),
    durability: policyName(DurabilityPolicy, qos.durability),
    liveliness: policyName(LivelinessPolicy, qos.liveliness),
    lifespan: durationText(qos.lifespan),
    deadline: durationText(qos.deadline),
    livelinessLeaseDuration: durationText(qos.livelinessLeaseDuration),
  };
}

function durationText(nanoseconds: bigint): string {
  return nanoseconds === INFINITE_DURATION ? 'Infinite' : `${nanoseconds} nanoseconds`;
}

function bound(nanoseconds: bigint): bigint | null {
  return nanoseconds === INFINITE_DURATION ? null : nanoseconds;
}
