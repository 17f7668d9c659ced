import { type Delivery } from '../delivery';
import { forgetSource } from '@roslet/interfaces';
import { type Endpoint } from '../graph/endpoint';
import { type MessageInfo } from '../message-info';
import { BATCH } from '../native';
import { type Batch } from './batch';
import { type Reader } from './reader';

const NOT_DECODED = Symbol('not decoded');

/** An entry of a batch on its way to a callback. Only what is asked for is computed. */
export class Received implements Delivery<unknown> {
  readonly reader: Reader;
  /** The writer; undefined when it was forgotten since (long after it left the graph). */
  readonly writer: Endpoint | undefined;
  readonly receptionSequenceNumber: number;
  readonly #batch: Batch;
  readonly #index: number;
  #bytes: Uint8Array | undefined;
  #info: MessageInfo | undefined;
  #message: unknown = NOT_DECODED;

  constructor(reader: Reader, batch: Batch, index: number, reception: number) {
    this.reader = reader;
    this.#batch = batch;
    this.#index = index;
    this.writer = reader.writerOf(batch.u32(index, BATCH.attachment));
    this.receptionSequenceNumber = reception;
  }

  get bytes(): Uint8Array {
    const offset = this.#batch.u32(this.#index, BATCH.offset);
    const length = this.#batch.u32(this.#index, BATCH.length);
    return (this.#bytes ??= this.#batch.payloadBuffer(this.#index).subarray(offset, offset + length));
  }

  get message(): unknown {
    if (this.#message === NOT_DECODED) this.#message = this.#decode();
    return this.#message;
  }

  get isShared(): boolean {
    return this.#batch.isLoan(this.#index);
  }

  release(): void {
    if (this.isShared) this.reader.releaseLoan(this.#batch.payloadBuffer(this.#index).buffer as ArrayBuffer);
  }

  [Symbol.dispose](): void {
    this.release();
  }

  get info(): MessageInfo {
    return (this.#info ??= new ReceivedInfo(this, this.#batch, this.#index));
  }

  #decode(): unknown {
    const { codec } = this.reader;
    if (codec === undefined) return this.bytes;
    const source = this.#batch.payloadBuffer(this.#index);
    const offset = this.#batch.u32(this.#index, BATCH.offset);
    try {
      return codec.decode(source, offset, this.#batch.u32(this.#index, BATCH.length));
    } finally {
      if (this.isShared) forgetSource(source.buffer);
    }
  }

  /** The writer's number of the message. */
  get sequence(): number {
    return this.#batch.count64(this.#index, BATCH.sequence);
  }

  /** Of a response: the number of the request it answers. */
  get correlation(): number {
    return this.#batch.count64(this.#index, BATCH.correlation);
  }

  get lost(): number {
    return this.#batch.count64(this.#index, BATCH.lost);
  }
}

class ReceivedInfo implements MessageInfo {
  readonly #received: Received;
  readonly #batch: Batch;
  readonly #index: number;

  constructor(received: Received, batch: Batch, index: number) {
    this.#received = received;
    this.#batch = batch;
    this.#index = index;
  }

  get sourceTimestamp(): bigint {
    return this.#batch.time(this.#index, BATCH.sourceTimestamp);
  }

  get receivedTimestamp(): bigint {
    return this.#batch.time(this.#index, BATCH.receivedTimestamp);
  }

  get publicationSequenceNumber(): number {
    return this.#received.sequence;
  }

  get receptionSequenceNumber(): number {
    return this.#received.receptionSequenceNumber;
  }

  get publisherGid(): Uint8Array {
    return this.#received.writer?.gid ?? new Uint8Array(16);
  }

  get lost(): number {
    return this.#received.lost;
  }

  get fromIntraProcess(): boolean {
    return this.#received.writer?.local !== undefined;
  }
}
