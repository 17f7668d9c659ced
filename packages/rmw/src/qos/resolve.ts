import { DurabilityPolicy, HistoryPolicy, INFINITE_DURATION, LivelinessPolicy, ReliabilityPolicy } from './policies';
import { type QosProfile, SYSTEM_DEFAULT_DEPTH } from './profile';

/**
 * Decides what a profile left open: SYSTEM_DEFAULT becomes RELIABLE, VOLATILE, KEEP_LAST 10, AUTOMATIC; BEST_AVAILABLE becomes
 * the strongest policy that still matches all counterparts known now (for a publisher: subscriptions, and the other way round).
 */
export function resolveProfile(
  profile: QosProfile,
  role: 'publisher' | 'subscription',
  counterparts: () => readonly QosProfile[],
): QosProfile {
  const open = decideSystemDefaults(profile);
  return needsCounterparts(open) ? bestAvailable(open, role, counterparts()) : Object.freeze(open);
}

function decideSystemDefaults(profile: QosProfile): QosProfile {
  const { history, depth, reliability, durability, liveliness } = profile;
  return {
    ...profile,
    history: history === HistoryPolicy.SYSTEM_DEFAULT ? HistoryPolicy.KEEP_LAST : history,
    depth: depth === 0 && history !== HistoryPolicy.KEEP_ALL ? SYSTEM_DEFAULT_DEPTH : depth,
    reliability: reliability === ReliabilityPolicy.SYSTEM_DEFAULT ? ReliabilityPolicy.RELIABLE : reliability,
    durability: durability === DurabilityPolicy.SYSTEM_DEFAULT ? DurabilityPolicy.VOLATILE : durability,
    liveliness: liveliness === LivelinessPolicy.SYSTEM_DEFAULT ? LivelinessPolicy.AUTOMATIC : liveliness,
  };
}

function needsCounterparts(profile: QosProfile): boolean {
  return (
    profile.reliability === ReliabilityPolicy.BEST_AVAILABLE ||
    profile.durability === DurabilityPolicy.BEST_AVAILABLE ||
    profile.liveliness === LivelinessPolicy.BEST_AVAILABLE
  );
}

function bestAvailable(
  profile: QosProfile,
  role: 'publisher' | 'subscription',
  others: readonly QosProfile[],
): QosProfile {
  const best = role === 'publisher' ? bestOffer(others) : bestRequest(others);
  return Object.freeze({
    ...profile,
    reliability: profile.reliability === ReliabilityPolicy.BEST_AVAILABLE ? best.reliability : profile.reliability,
    durability: profile.durability === DurabilityPolicy.BEST_AVAILABLE ? best.durability : profile.durability,
    ...(profile.liveliness === LivelinessPolicy.BEST_AVAILABLE && {
      liveliness: best.liveliness,
      livelinessLeaseDuration: best.livelinessLeaseDuration,
      deadline: best.deadline,
    }),
  });
}

type Best = Pick<QosProfile, 'reliability' | 'durability' | 'liveliness' | 'livelinessLeaseDuration' | 'deadline'>;

/** A publisher can always offer the most; periods as short as the most demanding subscription. */
function bestOffer(subscriptions: readonly QosProfile[]): Best {
  const manual = subscriptions.some((qos) => qos.liveliness === LivelinessPolicy.MANUAL_BY_TOPIC);
  return {
    reliability: ReliabilityPolicy.RELIABLE,
    durability: DurabilityPolicy.TRANSIENT_LOCAL,
    liveliness: manual ? LivelinessPolicy.MANUAL_BY_TOPIC : LivelinessPolicy.AUTOMATIC,
    livelinessLeaseDuration: shortest(subscriptions.map((qos) => qos.livelinessLeaseDuration)),
    deadline: shortest(subscriptions.map((qos) => qos.deadline)),
  };
}

/** A subscription requests what every publisher offers. With no publisher yet, what a default publisher would offer. */
function bestRequest(publishers: readonly QosProfile[]): Best {
  const all = (test: (qos: QosProfile) => boolean) => publishers.length > 0 && publishers.every(test);
  const reliable = publishers.every((qos) => qos.reliability === ReliabilityPolicy.RELIABLE);
  const latched = all((qos) => qos.durability === DurabilityPolicy.TRANSIENT_LOCAL);
  const manual = all((qos) => qos.liveliness === LivelinessPolicy.MANUAL_BY_TOPIC);
  return {
    reliability: reliable ? ReliabilityPolicy.RELIABLE : ReliabilityPolicy.BEST_EFFORT,
    durability: latched ? DurabilityPolicy.TRANSIENT_LOCAL : DurabilityPolicy.VOLATILE,
    liveliness: manual ? LivelinessPolicy.MANUAL_BY_TOPIC : LivelinessPolicy.AUTOMATIC,
    livelinessLeaseDuration: longest(publishers.map((qos) => qos.livelinessLeaseDuration)),
    deadline: longest(publishers.map((qos) => qos.deadline)),
  };
}

function shortest(durations: readonly bigint[]): bigint {
  return durations.reduce((least, each) => (each < least ? each : least), INFINITE_DURATION);
}

function longest(durations: readonly bigint[]): bigint {
  if (durations.length === 0) return INFINITE_DURATION;
  return durations.reduce((most, each) => (each > most ? each : most), 0n);
}
