import { QosProfiles } from '@roslet/rmw';
import type { Setup } from './protocol';
import type { Settings, StagingSettings } from './settings';

/** Messages a publisher may be ahead of its readers, at least. */
const MESSAGES_AHEAD = 8;

export function setupOf({ type, size, qos, wait, raw, maxBytes }: Settings, topic: string): Setup {
  return { topic, type, size, qos, wait, raw, maxBytes: Math.max(maxBytes, MESSAGES_AHEAD * (size ?? 0)) };
}

export function stagingSetup({ type, sizes, wait }: StagingSettings): Setup {
  const maxBytes = 1024 ** 3;
  return {
    topic: '/roslet_perf',
    type,
    size: Math.min(...sizes),
    qos: QosProfiles.default,
    wait,
    raw: false,
    maxBytes,
  };
}
