/** Where a message comes from and when (`rmw_message_info_t`). Computed when read. */
export interface MessageInfo {
  /** Unix time at publishing, in nanoseconds. */
  readonly sourceTimestamp: bigint;
  /** Unix time at which this context took it, in nanoseconds. */
  readonly receivedTimestamp: bigint;
  /** The publisher's number of the message, from 1, without gaps. */
  readonly publicationSequenceNumber: number;
  /** This endpoint's number of the message, from 1. */
  readonly receptionSequenceNumber: number;
  /** 16 bytes, see `gid.ts`. */
  readonly publisherGid: Uint8Array;
  /** Messages of this publisher that were lost directly before this one. */
  readonly lost: number;
  /** True when the publisher belongs to this very context. */
  readonly fromIntraProcess: boolean;
}
