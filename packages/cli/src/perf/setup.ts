import { QosProfiles } from '@roslet/rmw';
import type { Setup } from './protocol';
import type { Settings, StagingSettings } from './settings';

/** Memory a measured publisher may hold: enough to run ahead of its readers, little enough to stay in the processor's caches for small messages. */
const MAX_BYTES = 64 * 1024 ** 2;
const MESSAGES_AHEAD = 16;

export function setupOf({ type, size, qos, wait, raw }: Settings, topic: string): Setup {
  return { topic, type, size, qos, wait, raw, maxBytes: Math.max(MAX_BYTES, MESSAGES_AHEAD * (size ?? 0)) };
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
