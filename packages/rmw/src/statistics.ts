import { type Reader } from './engine/reader';
import { type Writer } from './engine/writer';

/** Counters live in shared memory, so that `roslet top` sees them from outside; these are copies. Sizes are bytes. */
export interface PublisherStatistics {
  /** Messages published, those nobody read included. */
  readonly sent: number;
  readonly sentBytes: number;
  readonly lastSequence: number;
  /** Messages that went by datagrams, summed over the readers. */
  readonly inlineSent: number;
  readonly lost: {
    /** Given up for want of memory. */
    readonly noSpace: number;
  };
  /** Shared memory held now. */
  readonly sharedBytes: number;
  readonly readers: number;
  readonly path: 'none' | 'ring' | 'inline' | 'mixed';
}

export interface SubscriptionStatistics {
  readonly received: number;
  readonly receivedBytes: number;
  readonly lost: {
    /** Overwritten before they were taken. */
    readonly overwritten: number;
    /** Passed over, because newer ones filled the subscription's own KEEP_LAST depth. */
    readonly depth: number;
    /** Did not check out, or did not decode. */
    readonly invalid: number;
    readonly total: number;
  };
  /** Received by way of shared memory, datagrams, and durable segments. */
  readonly via: { readonly ring: number; readonly inline: number; readonly durable: number };
  /** Writers attached now. */
  readonly publishers: number;
}

export interface ServiceStatistics {
  readonly requests: SubscriptionStatistics;
  readonly responsesSent: number;
  /** Waiting for a client that does not read its responses. */
  readonly responsesPending: number;
  /** Responses to clients that were gone. */
  readonly clientsGone: number;
}

export interface ClientStatistics {
  readonly requestsSent: number;
  readonly responses: SubscriptionStatistics;
  /** Calls without an answer yet. */
  readonly pending: number;
  /** Answers to calls that had been answered or given up. */
  readonly lateResponses: number;
}

/** Sums over the endpoints a context has now. */
export interface ContextStatistics {
  readonly sent: number;
  readonly sentBytes: number;
  readonly received: number;
  readonly receivedBytes: number;
  readonly lost: {
    readonly noSpace: number;
    readonly overwritten: number;
    readonly depth: number;
    readonly invalid: number;
  };
}

export function publisherStatistics(writer: Writer): PublisherStatistics {
  const { sent, sentBytes, lastSequence, inlineSent, lostNoSpace, sharedBytes, readers } = writer.statistics();
  return {
    sent,
    sentBytes,
    lastSequence,
    inlineSent,
    lost: { noSpace: lostNoSpace },
    sharedBytes,
    readers,
    path: writer.path,
  };
}

export function subscriptionStatistics(reader: Reader): SubscriptionStatistics {
  const counted = reader.statistics();
  const { lostOverwritten: overwritten, lostDepth: depth, lostInvalid: invalid } = counted;
  return {
    received: counted.received,
    receivedBytes: counted.receivedBytes,
    lost: { overwritten, depth, invalid, total: overwritten + depth + invalid },
    via: { ring: counted.viaLog, inline: counted.viaInline, durable: counted.viaDurable },
    publishers: reader.attachedCount,
  };
}

export function sumStatistics(
  publishers: readonly PublisherStatistics[],
  subscriptions: readonly SubscriptionStatistics[],
): ContextStatistics {
  const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    sent: sum(publishers, (row) => row.sent),
    sentBytes: sum(publishers, (row) => row.sentBytes),
    received: sum(subscriptions, (row) => row.received),
    receivedBytes: sum(subscriptions, (row) => row.receivedBytes),
    lost: {
      noSpace: sum(publishers, (row) => row.lost.noSpace),
      overwritten: sum(subscriptions, (row) => row.lost.overwritten),
      depth: sum(subscriptions, (row) => row.lost.depth),
      invalid: sum(subscriptions, (row) => row.lost.invalid),
    },
  };
}
