import type { QosProfile, WaitStrategy } from '@roslet/rmw';

/**
 * What the coordinator and the measuring processes say to each other. The coordinator calls a method of the process's role and
 * gets one answer; nothing else is sent, and nothing while messages are timed.
 */

export type RoleName = 'pinger' | 'echoer' | 'sender' | 'receiver' | 'stager' | 'reader';

/** What every role is told first. */
export interface Setup {
  readonly topic: string;
  readonly type: string;
  readonly size: number | undefined;
  readonly qos: QosProfile;
  readonly wait: WaitStrategy;
  readonly raw: boolean;
  /** Upper bound of a publisher's shared memory. */
  readonly maxBytes: number;
}

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string | undefined } };

/** How much to send. */
export interface Amount {
  readonly count: number | undefined;
  readonly seconds: number;
  readonly rate: number | undefined;
}

export interface PayloadFacts {
  readonly type: string;
  readonly payloadBytes: number;
  readonly serializedBytes: number;
}

export interface SentReport {
  readonly sent: number;
  /** Of `micros()`, at the first message. */
  readonly begin: number;
  readonly end: number;
  readonly cpuSeconds: number;
  readonly path: string;
  readonly backpressured: number;
}

export interface PingReport extends SentReport {
  readonly received: number;
  readonly roundTripMicros: Float64Array;
  /** Send times of the messages that were timed, by sequence number from `firstSequence`. */
  readonly firstSequence: number;
  readonly sentAt: Float64Array;
}

export interface EchoReport {
  readonly receivedAt: Float64Array;
  readonly firstSequence: number;
  readonly cpuSeconds: number;
  readonly lost: number;
}

export interface ReceivedReport {
  readonly received: number;
  readonly lost: number;
  /** Of `micros()`, at the last message. */
  readonly end: number;
  readonly cpuSeconds: number;
  /** From publishing to the drain, of a sample of the messages. */
  readonly oneWayMicros: Float64Array;
}
