import {
  DurabilityPolicy,
  HistoryPolicy,
  QosProfiles,
  type QosProfile,
  ReliabilityPolicy,
  type WaitStrategy,
} from '@roslet/rmw';
import { z } from 'zod/v3';
import { checked } from '../checked';
import { UsageError } from '../errors';
import { byteSize, count, positive, whole } from '../numbers';

/** What a measurement of latency or throughput is to do. */
export interface Settings {
  readonly type: string;
  /** Payload bytes; undefined: 64, or what a type of fixed size has. */
  readonly size: number | undefined;
  /** Messages a second; undefined: no limit. */
  readonly rate: number | undefined;
  /** Messages; undefined: as many as fit in `seconds`. */
  readonly count: number | undefined;
  readonly seconds: number;
  readonly subscribers: number;
  readonly qos: QosProfile;
  readonly wait: WaitStrategy;
  readonly raw: boolean;
  /** Shared memory a publisher may hold. */
  readonly maxBytes: number;
  /** Join the environment's domain. */
  readonly inDomain: boolean;
}

export interface StagingSettings {
  readonly type: string;
  readonly sizes: readonly number[];
  readonly count: number | undefined;
  readonly seconds: number;
  readonly reader: 'live' | 'idle';
  readonly wait: WaitStrategy;
  readonly inDomain: boolean;
}

/** Values of the options that Commander has checked already. */
interface Choices {
  readonly type: string;
  readonly qos?: 'reliable' | 'keep_all' | 'best_effort';
  readonly durability?: 'volatile' | 'transient_local';
  readonly wait: WaitStrategy;
  readonly reader?: 'live' | 'idle';
  readonly raw?: boolean;
  readonly inDomain?: boolean;
}

const schema = z.object({
  size: byteSize.optional(),
  rate: positive.optional(),
  count: count.optional(),
  duration: positive,
  subscribers: whole(1, 64),
  depth: count,
  maxBytes: byteSize.refine((bytes) => bytes >= 4096, 'a number of bytes from 4096'),
});

/** @throws UsageError */
export function settingsOf(options: Choices & Record<string, unknown>): Settings {
  const { size, rate, count: messages, duration, subscribers, depth, maxBytes } = checked(schema, options);
  return {
    type: options.type,
    size,
    rate,
    count: messages,
    seconds: duration,
    subscribers,
    qos: profileOf(options, depth),
    wait: options.wait,
    raw: options.raw ?? false,
    maxBytes,
    inDomain: options.inDomain ?? false,
  };
}

const stagingSchema = z.object({ duration: positive, count: count.optional() });

/** @throws UsageError */
export function stagingSettingsOf(
  options: Choices & { readonly sizes: string } & Record<string, unknown>,
): StagingSettings {
  const { duration, count: messages } = checked(stagingSchema, options);
  const sizes = options.sizes.split(',').map((text) => byteSize.safeParse(text.trim()));
  if (!sizes.every((size) => size.success))
    throw new UsageError(`expected --sizes to be sizes such as 64k,1M separated by commas, got "${options.sizes}"`);
  return {
    type: options.type,
    sizes: sizes.map((size) => size.data),
    count: messages,
    seconds: duration,
    reader: options.reader ?? 'live',
    wait: options.wait,
    inDomain: options.inDomain ?? false,
  };
}

function profileOf({ qos, durability }: Choices, depth: number): QosProfile {
  if (qos === 'keep_all' && durability === 'transient_local') {
    throw new UsageError(
      'expected --qos reliable or best_effort with --durability transient_local: a latched publisher that keeps all messages fills its memory',
    );
  }
  return {
    ...QosProfiles.default,
    history: qos === 'keep_all' ? HistoryPolicy.KEEP_ALL : HistoryPolicy.KEEP_LAST,
    depth,
    reliability: qos === 'best_effort' ? ReliabilityPolicy.BEST_EFFORT : ReliabilityPolicy.RELIABLE,
    durability: durability === 'transient_local' ? DurabilityPolicy.TRANSIENT_LOCAL : DurabilityPolicy.VOLATILE,
  };
}
