import {
  completeProfile,
  DurabilityPolicy,
  HistoryPolicy,
  LivelinessPolicy,
  type QosProfile,
  type QosProfileLike,
  QosProfiles,
  ReliabilityPolicy,
} from '@roslet/rmw';
import { z } from 'zod/v3';
import { checked } from '../checked';
import { countOrZero, notNegative } from '../numbers';
import { PROFILES, type QosFlags } from './options';

const schema = z.object({
  qosDepth: countOrZero.optional(),
  qosLivelinessLeaseDurationSeconds: notNegative.optional(),
});

/** What the options ask for: a profile, and which of its policies the user chose. */
export interface WantedQos {
  readonly profile: QosProfile;
  readonly chose: { readonly reliability: boolean; readonly durability: boolean; readonly depth: boolean };
}

/**
 * @param base the profile when none is named
 * @throws UsageError, QosError
 */
export function qosFromOptions(flags: QosFlags, base: keyof typeof PROFILES): WantedQos {
  const { qosDepth, qosLivelinessLeaseDurationSeconds: lease } = checked(schema, flags);
  const changes: QosProfileLike = {
    history: valueOf(HistoryPolicy, flags.qosHistory),
    depth: qosDepth,
    reliability: valueOf(ReliabilityPolicy, flags.qosReliability),
    durability: valueOf(DurabilityPolicy, flags.qosDurability),
    liveliness: valueOf(LivelinessPolicy, flags.qosLiveliness),
    livelinessLeaseDuration: lease === undefined ? undefined : BigInt(Math.round(lease * 1e9)),
  };
  const named = flags.qosProfile !== undefined;
  return {
    profile: completeProfile(changes, QosProfiles[PROFILES[flags.qosProfile ?? base]]),
    chose: {
      reliability: named || flags.qosReliability !== undefined,
      durability: named || flags.qosDurability !== undefined,
      depth: named || qosDepth !== undefined,
    },
  };
}

/** `keep_last` is `KEEP_LAST`. */
function valueOf<Value extends number>(
  policy: Readonly<Record<string, Value>>,
  text: string | undefined,
): Value | undefined {
  return text === undefined ? undefined : policy[text.toUpperCase()];
}
