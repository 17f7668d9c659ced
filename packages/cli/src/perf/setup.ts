import { QosProfiles } from '@roslet/rmw';
import type { Setup } from './protocol';
import type { Settings, StagingSettings } from './settings';

export function setupOf({ type, size, qos, wait, raw, maxBytes }: Settings, topic: string): Setup {
  return { topic, type, size, qos, wait, raw, maxBytes };
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
