import { type MessageInfo } from './message-info';

/**
 * One received message, request or response, decoded only when asked.
 *
 * The memory belongs to the receiver: views on it stay valid for as long as they are held. Messages that come together share buffers (64 KiB for
 * those below 16 KiB, at most 256 KiB for larger ones), so keeping one of them keeps the others' memory, too; copy what is kept for long.
 */
export interface Delivery<T = unknown> {
  /** Serialized form: four bytes of encapsulation header, then CDR. */
  readonly bytes: Uint8Array;
  readonly info: MessageInfo;
  /**
   * The decoded message; decoded at the first access.
   *
   * @throws the codec's error when the bytes do not decode. Handlers of subscriptions and services never see such a delivery
   * (unless `raw`): it is counted as lost (`invalid`) and reported as a warning.
   */
  readonly message: T;
  /**
   * True when the storage is the sender's shared memory itself (a subscription, service or client with the option `loan`, messages of
   * 4 KiB or more). It is there to be read; what is written to it reaches nobody. The sender leaves it alone until the loan is given back: by `release()`, by
   * `using`, or when the message and all views on it have been collected.
   */
  readonly isShared: boolean;
  /** Gives a loan back; views on it become empty. Without effect on messages that are not shared. */
  release(): void;
  [Symbol.dispose](): void;
}
