import type { GuardCondition as RmwGuardCondition } from '@roslet/rmw';

/** Runs a callback in the spinning of its node, when somebody asks for it. Made by `node.createGuardCondition`. */
export class GuardCondition {
  readonly callback: () => unknown;
  readonly #rmw: RmwGuardCondition;

  constructor(rmw: RmwGuardCondition, callback: () => unknown) {
    this.#rmw = rmw;
    this.callback = callback;
  }

  /** Makes the callback run once; several triggers before it does count as one. */
  trigger(): void {
    this.#rmw.trigger();
  }

  isDestroyed(): boolean {
    return this.#rmw.isDestroyed;
  }

  destroy(): void {
    this.#rmw.destroy();
  }
}
