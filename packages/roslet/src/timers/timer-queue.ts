import type { ClockCallbackObject, Clock } from '../time/clock';
import { ClockType } from '../time/clock-type';
import { Timer, type TimerCallback, type TimerOwner } from './timer';

/** Node.js cannot sleep longer in one go. */
const LONGEST_SLEEP_MILLIS = 2 ** 31 - 1;
/**
 * Node.js sleeps whole milliseconds, which costs a timer up to one each time. That is made good by polling the last part of
 * one, but only for timers so short that it would show, since polling uses the processor.
 */
const POLLED_MILLIS = 0.5;
const POLLED_PERIOD = 4_000_000n;

/** The timers of one node, called by the event loop while it runs. */
export class TimerQueue implements TimerOwner {
  readonly #timers: Timer[] = [];
  readonly #jumpCallbacks = new Map<Timer, ClockCallbackObject>();
  #running = false;
  #dispatching = false;
  #timeout: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  create(clock: Clock, period: bigint, callback: TimerCallback, autostart: boolean): Timer {
    const timer = new Timer(this, clock, period, callback, autostart);
    this.#timers.push(timer);
    this.#followJumps(timer);
    this.#schedule();
    return timer;
  }

  /** @returns false when it is not one of these timers (any more) */
  remove(timer: Timer): boolean {
    const index = this.#timers.indexOf(timer);
    if (index < 0) return false;
    this.#timers.splice(index, 1);
    this.#ignoreJumps(timer);
    timer.cancel();
    return true;
  }

  clear(): void {
    for (const timer of [...this.#timers]) this.remove(timer);
  }

  /** Whether the event loop calls the timers; keeps the process alive as long as a call is due. */
  set running(on: boolean) {
    this.#running = on;
    this.#schedule();
  }

  rescheduled(): void {
    this.#schedule();
  }

  /** Calls every timer that is due, each once. Returns how many were called. */
  runReady(): number {
    let called = 0;
    this.#dispatching = true;
    try {
      for (const timer of [...this.#timers]) {
        // Asked again for each, for the callback of one may cancel another.
        if (!timer.isReady() || !this.#timers.includes(timer)) continue;
        called++;
        timer.callback(timer.callTimerWithInfo());
      }
    } finally {
      this.#dispatching = false;
      this.#schedule();
    }
    return called;
  }

  /** Milliseconds until the next call is due; at least 0, Infinity when none is. */
  untilNext(): number {
    let least = Infinity;
    for (const timer of this.#timers) {
      if (timer.isCanceled()) continue;
      const until = timer.timeUntilNextCall();
      // An overridden clock stands still until somebody sets it.
      if (until <= 0n || !timer.clock.isOverridden) least = Math.min(least, Number(until) / 1e6);
    }
    return Math.max(least, 0);
  }

  #schedule(): void {
    if (this.#dispatching) return;
    clearTimeout(this.#timeout);
    clearImmediate(this.#immediate);
    if (!this.#running) return;
    const wait = this.untilNext();
    if (wait === Infinity) return;
    const wake = (): void => void this.runReady();
    if (wait === 0 || (wait < POLLED_MILLIS && this.#hasShortTimer())) this.#immediate = setImmediate(wake);
    else this.#timeout = setTimeout(wake, Math.min(Math.ceil(wait), LONGEST_SLEEP_MILLIS));
  }

  #hasShortTimer(): boolean {
    return this.#timers.some((timer) => !timer.isCanceled() && timer.period < POLLED_PERIOD);
  }

  /** ROS time moves by jumps when it is overridden: no sleep would end at the right moment. */
  #followJumps(timer: Timer): void {
    if (timer.clock.clockType !== ClockType.ROS_TIME) return;
    const callback = { _post_callback: () => this.#schedule() };
    this.#jumpCallbacks.set(timer, callback);
    timer.clock.addClockCallback(callback, true, 1n, -1n);
  }

  #ignoreJumps(timer: Timer): void {
    const callback = this.#jumpCallbacks.get(timer);
    if (callback === undefined) return;
    this.#jumpCallbacks.delete(timer);
    timer.clock.removeClockCallback(callback);
  }
}
