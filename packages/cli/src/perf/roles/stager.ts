import { compileCodec } from '@roslet/interfaces';
import type { PublishResult } from '@roslet/rmw';
import { setImmediate as turn } from 'node:timers/promises';
import { PerfError } from '../../errors';
import { micros } from '../clock';
import { type Distribution, distributionOf } from '../distribution';
import { payloadOf } from '../payload';
import { cpuSeconds, type Station } from '../station';

export interface StagingTask {
  readonly topic: string;
  readonly size: number;
  readonly count: number | undefined;
  readonly seconds: number;
}

export interface StagingReport {
  readonly payloadBytes: number;
  readonly serializedBytes: number;
  /** Messages of each way. */
  readonly messages: number;
  /** Blocks of messages of each way, in turns. */
  readonly blocks: number;
  /** Microseconds a message, of the blocks: encoded into the record. */
  readonly recordMicros: Distribution | null;
  /** Encoded into a fresh buffer, which is then copied into the record. */
  readonly copyMicros: Distribution | null;
  readonly path: string;
  readonly sent: number;
  readonly sharedBytes: number;
  readonly cpuSeconds: number;
}

/** A block is long enough for the clock, and short against the time slices of a busy machine. */
const BLOCK_MICROS = 1000;

/** Publishes the same message in two ways, in turns: A B, B A, A B, … */
export function stager(station: Station) {
  const { context, node, setup, type } = station;

  return {
    measure: async (task: StagingTask): Promise<StagingReport> => {
      const codec = compileCodec(type, context.interfaces.resolve);
      const { message, bytes, serialized } = payloadOf(context.interfaces, type, task.size);
      const publisher = node.createPublisher(type, task.topic, setup.qos, { maxBytes: setup.maxBytes });
      if (!(await context.graph.waitFor(() => publisher.subscriptionCount > 0, 10_000)))
        throw new PerfError('the reader did not appear');
      const intoRecord = () => written(publisher.publish(message));
      const byCopy = () => written(publisher.publishBytes(codec.serialize(message)));

      const block = sizeOfBlock(intoRecord, byCopy);
      const record: number[] = [];
      const copy: number[] = [];
      const cpu = cpuSeconds();
      const end = micros() + task.seconds * 1e6;
      const enough = () =>
        task.count === undefined ? micros() >= end && record.length >= 4 : record.length * block >= task.count;
      while (!enough()) {
        const recordFirst = record.length % 2 === 0;
        if (recordFirst) record.push(timed(block, intoRecord));
        copy.push(timed(block, byCopy));
        if (!recordFirst) record.push(timed(block, intoRecord));
        // Lets the event loop see to the graph.
        await turn();
      }
      const { sent, sharedBytes, path } = publisher.statistics();
      publisher.destroy();
      return {
        payloadBytes: bytes,
        serializedBytes: serialized.byteLength,
        messages: record.length * block,
        blocks: record.length,
        recordMicros: distributionOf(record),
        copyMicros: distributionOf(copy),
        path,
        sent,
        sharedBytes,
        cpuSeconds: cpuSeconds() - cpu,
      };
    },
  };
}

/** A comparison in which one side wrote nothing would be worth nothing. */
function written({ status }: PublishResult): void {
  if (status !== 'sent') throw new PerfError(`expected every message to be written, but one was '${status}'`);
}

function timed(messages: number, publish: () => void): number {
  const begin = micros();
  for (let n = 0; n < messages; n++) publish();
  return (micros() - begin) / messages;
}

/** Warms both ways up, and finds how many messages make a block. */
function sizeOfBlock(intoRecord: () => void, byCopy: () => void): number {
  let slower = 0;
  const end = micros() + 100 * BLOCK_MICROS;
  for (let round = 0; round < 3 || (micros() < end && round < 2000); round++) {
    slower = Math.max(timed(1, intoRecord), timed(1, byCopy));
  }
  return Math.max(1, Math.min(1000, Math.round(BLOCK_MICROS / slower)));
}
