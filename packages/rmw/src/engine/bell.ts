/** setTimeout takes no more, and fires at once when given more. */
export const LONGEST_TIMER_MILLIS = 2 ** 31 - 1;

/** Wakes all who wait for it when it is rung. */
export class Bell {
  #waiting: (() => void)[] = [];

  ring(): void {
    if (this.#waiting.length === 0) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves at the next ring, at `end` (of `performance.now()`), or when the signal aborts; calls `release` then. */
  async next(end: number, signal: AbortSignal | undefined, release: () => void): Promise<void> {
    let stop: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      const left = Math.max(0, end - performance.now());
      const timer = left > LONGEST_TIMER_MILLIS ? undefined : setTimeout(resolve, left);
      const onAbort = () => resolve();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(resolve);
      stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting = this.#waiting.filter((waiting) => waiting !== resolve);
      };
    });
    stop();
    release();
  }
}
