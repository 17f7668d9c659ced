import type { Subscription } from '@roslet/rmw';
import { QosProfiles, ReliabilityPolicy } from '@roslet/rmw';
import type { Station } from '../station';

/** Nobody waits for it, and it takes the newest. */
const LISTENING = { ...QosProfiles.default, reliability: ReliabilityPolicy.BEST_EFFORT, depth: 1 };

/** Makes the stager's log a log that somebody reads. */
export function reader({ node, type }: Station) {
  let subscription: Subscription | undefined;
  let looked = 0;

  return {
    /** `idle`: matched, so that the log is written, but never drained. */
    listen: ({ topic, kind }: { topic: string; kind: 'live' | 'idle' }) => {
      const active = kind === 'live';
      subscription = node.createSubscription(
        type,
        topic,
        LISTENING,
        ({ bytes }) => {
          looked += bytes[bytes.byteLength - 1] ?? 0;
        },
        { raw: true, active },
      );
    },

    /** Number of messages taken. */
    leave: () => {
      const { received } = subscription?.statistics() ?? { received: 0 };
      subscription?.destroy();
      return { received, looked };
    },
  };
}
