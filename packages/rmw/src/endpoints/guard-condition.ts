import { runCallback } from '../engine/uncaught';
import { ClosedError } from '../errors';
import { type Node } from '../node';
import { type Seat } from './seat';

/** Runs a callback when it is triggered, in turn with the callbacks of messages. Made by `node.createGuardCondition`. */
export class GuardCondition {
  readonly node: Node;
  readonly #seat: Seat;
  readonly #callback: () => void;
  #active: boolean;
  #triggered = false;
  #queued = false;
  #destroyed = false;

  constructor(seat: Seat, callback: () => void) {
    this.#seat = seat;
    this.node = seat.node;
    this.#callback = callback;
    this.#active = seat.node.active;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Whether a trigger runs the callback. While it is off, one trigger is kept. */
  get active(): boolean {
    return this.#active;
  }

  set active(on: boolean) {
    this.#active = on;
    this.#queue();
  }

  /**
   * Makes the callback run once, soon. Triggers before it runs count as one.
   *
   * @throws ClosedError
   */
  trigger(): void {
    if (this.#destroyed) throw new ClosedError('the guard condition');
    this.#triggered = true;
    this.#queue();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#seat.release(this);
  }

  #queue(): void {
    if (!this.#triggered || !this.#active || this.#queued) return;
    this.#queued = true;
    this.#seat.engine.inbox.post(() => this.#run());
  }

  #run(): boolean {
    this.#queued = false;
    if (!this.#triggered || !this.#active || this.#destroyed) return false;
    this.#triggered = false;
    runCallback(this.#callback);
    return true;
  }
}
