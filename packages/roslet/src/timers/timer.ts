import { OperationError, RangeValidationError, TypeValidationError } from '../errors';
import type { Clock } from '../time/clock';

/** When a timer was to be called and when it was, in nanoseconds of its clock. */
export interface TimerInfo {
  expectedCallTime: bigint;
  actualCallTime: bigint;
}

export type TimerCallback = (info: TimerInfo) => unknown;

/** Who calls timers when they are due. */
export interface TimerOwner {
  /** The timer's next call moved. */
  rescheduled(timer: Timer): void;
}

/**
 * Calls a function periodically while its node is spun. All times are nanoseconds.
 *
 * The calls keep to the grid that begins with the timer: a late call does not delay those after it, and calls that are more
 * than a period late are left out.
 */
export class Timer {
  readonly clock: Clock;
  /** What runs; may be replaced. */
  callback: TimerCallback;
  readonly #owner: TimerOwner;
  #period: bigint;
  #lastCall: bigint;
  #nextCall: bigint;
  #canceled: boolean;
  #onReset: ((events: number) => void) | undefined;

  constructor(owner: TimerOwner, clock: Clock, period: bigint, callback: TimerCallback, autostart: boolean) {
    this.#owner = owner;
    this.clock = clock;
    this.#period = checkedPeriod(period);
    this.callback = callback;
    this.#lastCall = clock.nowNanoseconds();
    this.#nextCall = this.#lastCall + period;
    this.#canceled = !autostart;
  }

  get period(): bigint {
    return this.#period;
  }

  /** The same as `period`. */
  get timerPeriod(): bigint {
    return this.#period;
  }

  /** Takes effect after the next call. */
  changeTimerPeriod(period: bigint): void {
    this.#period = checkedPeriod(period);
  }

  isCanceled(): boolean {
    return this.#canceled;
  }

  /** Stops the calls until `reset`. */
  cancel(): void {
    this.#canceled = true;
    this.#owner.rescheduled(this);
  }

  /** Begins anew: the next call is one period from now. */
  reset(): void {
    this.#canceled = false;
    this.#nextCall = this.clock.nowNanoseconds() + this.#period;
    this.#owner.rescheduled(this);
    this.#onReset?.(1);
  }

  /** Whether a call is due. */
  isReady(): boolean {
    return !this.#canceled && this.clock.nowNanoseconds() >= this.#nextCall;
  }

  timeSinceLastCall(): bigint {
    return this.clock.nowNanoseconds() - this.#lastCall;
  }

  /**
   * Negative when the call is overdue.
   *
   * @throws {OperationError} when the timer is canceled
   */
  timeUntilNextCall(): bigint {
    if (this.#canceled) throw new OperationError('A canceled timer has no next call: reset() it first');
    return this.#nextCall - this.clock.nowNanoseconds();
  }

  /** When the next call is due, by the timer's clock; null when the timer is canceled. */
  getNextCallTime(): bigint | null {
    return this.#canceled ? null : this.#nextCall;
  }

  /** Calls back at each `reset`. */
  setOnResetCallback(callback: (events: number) => void): void {
    if (typeof callback !== 'function') throw new TypeValidationError('callback', callback, 'function');
    this.#onReset = callback;
  }

  clearOnResetCallback(): void {
    this.#onReset = undefined;
  }

  /**
   * Counts a call as made now, without running the callback, and moves on to the next.
   *
   * @throws {OperationError} when the timer is canceled
   */
  callTimerWithInfo(): TimerInfo {
    if (this.#canceled) throw new OperationError('A canceled timer cannot be called: reset() it first');
    const info = { expectedCallTime: this.#nextCall, actualCallTime: this.clock.nowNanoseconds() };
    this.#lastCall = info.actualCallTime;
    this.#nextCall = nextOnGrid(this.#nextCall, this.#period, info.actualCallTime);
    this.#owner.rescheduled(this);
    return info;
  }
}

/** The first time of the grid `from + n * period` that is not before `now`. */
function nextOnGrid(from: bigint, period: bigint, now: bigint): bigint {
  if (period === 0n) return now;
  const next = from + period;
  if (next >= now) return next;
  const missed = (now - next + period - 1n) / period;
  return next + missed * period;
}

function checkedPeriod(period: unknown): bigint {
  if (typeof period !== 'bigint') throw new TypeValidationError('period', period, 'bigint', { entityType: 'timer' });
  if (period < 0n) throw new RangeValidationError('period', period, '>= 0', { entityType: 'timer' });
  return period;
}
