import type { Delivery } from '@roslet/rmw';

/** Where the memory of a received message, request or response belongs. */
export interface Loan {
  /** True when its typed arrays (a raw message: its bytes) are views on the sender's memory; false when they are the receiver's own. */
  readonly isShared: boolean;
  /** Gives the memory back: the views on it become empty. Without effect on what is not shared, and the second time. */
  release(): void;
  [Symbol.dispose](): void;
}

const OWN: Loan = Object.freeze({
  isShared: false,
  release: () => undefined,
  [Symbol.dispose]: () => undefined,
});

const loans = new WeakMap<object, Loan>();

/** Makes `loanOf(message)` work. Returns the message. */
export function lent<M>(message: M, delivery: Delivery): M {
  if (delivery.isShared && typeof message === 'object' && message !== null) loans.set(message, delivery);
  return message;
}

/**
 * The loan of a message, request or response that came with the option `loan: true`. Give it back by `release()` or `using`; otherwise that happens when
 * the message and all views on it have been collected.
 *
 * @param message as the callback got it
 */
export function loanOf(message: object): Loan {
  return loans.get(message) ?? OWN;
}
