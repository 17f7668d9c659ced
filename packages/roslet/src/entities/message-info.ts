import type { MessageInfo as RmwMessageInfo } from '@roslet/rmw';

/** Where a message comes from and when. Times are Unix time in nanoseconds. */
export class MessageInfo {
  /** When it was published. */
  readonly sourceTimestamp: bigint;
  /** When this process took it. */
  readonly receivedTimestamp: bigint;
  /** The publisher's number of the message, from 1, without gaps. */
  readonly publicationSequenceNumber: bigint;
  /** The subscription's number of the message, from 1. */
  readonly receptionSequenceNumber: bigint;
  /** 16 bytes that identify the publisher. */
  readonly publisherGid: Buffer;

  constructor(info: RmwMessageInfo) {
    this.sourceTimestamp = info.sourceTimestamp;
    this.receivedTimestamp = info.receivedTimestamp;
    this.publicationSequenceNumber = BigInt(info.publicationSequenceNumber);
    this.receptionSequenceNumber = BigInt(info.receptionSequenceNumber);
    this.publisherGid = Buffer.from(info.publisherGid);
  }

  toPlainObject(): Pick<
    MessageInfo,
    'sourceTimestamp' | 'receivedTimestamp' | 'publicationSequenceNumber' | 'receptionSequenceNumber' | 'publisherGid'
  > {
    return { ...this };
  }
}
