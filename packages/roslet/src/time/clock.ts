import { TypeValidationError } from '../errors';
import { ClockChange, ClockType } from './clock-type';
import { steadyNow, systemNow } from './now';
import { Time } from './time';

/** What a jump callback learns. `delta` is in nanoseconds: how far the clock moved. */
export interface ClockJumpInfo {
  clock_change: ClockChange;
  delta: bigint;
}

export interface ClockCallbackObject {
  /** Runs before the clock shows the new time. */
  _pre_callback?: () => void;
  /** Runs when the clock shows the new time. */
  _post_callback?: (jump: ClockJumpInfo) => void;
}

interface JumpListener {
  readonly callback: ClockCallbackObject;
  readonly onClockChange: boolean;
  readonly minForward: bigint;
  readonly minBackward: bigint;
}

/** Tells the time of one kind. */
export class Clock {
  static readonly ClockType = ClockType;

  readonly #clockType: ClockType;
  readonly #jumpListeners: JumpListener[] = [];

  /** @param clockType a value of `ClockType`; system time by default */
  constructor(clockType: ClockType = ClockType.SYSTEM_TIME) {
    if (!Object.values(ClockType).includes(clockType)) {
      throw new TypeValidationError('clockType', clockType, 'a value of ClockType', { entityType: 'clock' });
    }
    this.#clockType = clockType;
  }

  get clockType(): ClockType {
    return this.#clockType;
  }

  now(): Time {
    return new Time(0n, this.nowNanoseconds(), this.#clockType);
  }

  /** The same as `now().nanoseconds`, without the object. */
  nowNanoseconds(): bigint {
    return this.#clockType === ClockType.STEADY_TIME ? steadyNow() : systemNow();
  }

  /** Whether the clock shows a time that somebody sets, and stands still in between. */
  get isOverridden(): boolean {
    return false;
  }

  /**
   * Calls back when the clock jumps.
   *
   * @param onClockChange whether to call when ROS time is switched on or off
   * @param minForward nanoseconds that a jump forward must have at least; 0n for none
   * @param minBackward nanoseconds, negative, that a jump backward must have at least; 0n for none
   */
  addClockCallback(
    callbackObject: ClockCallbackObject,
    onClockChange: boolean,
    minForward: bigint,
    minBackward: bigint,
  ): void {
    requireCallbackObject(callbackObject);
    if (typeof onClockChange !== 'boolean') {
      throw new TypeValidationError('onClockChange', onClockChange, 'boolean', { entityType: 'clock' });
    }
    if (typeof minForward !== 'bigint') {
      throw new TypeValidationError('minForward', minForward, 'bigint', { entityType: 'clock' });
    }
    if (typeof minBackward !== 'bigint') {
      throw new TypeValidationError('minBackward', minBackward, 'bigint', { entityType: 'clock' });
    }
    this.#jumpListeners.push({ callback: callbackObject, onClockChange, minForward, minBackward });
  }

  removeClockCallback(callbackObject: ClockCallbackObject): void {
    requireCallbackObject(callbackObject);
    const index = this.#jumpListeners.findIndex((listener) => listener.callback === callbackObject);
    if (index >= 0) this.#jumpListeners.splice(index, 1);
  }

  /** Makes a jump: the callbacks that want to know of it run before and after `change`. */
  protected jump(jump: ClockJumpInfo, change: () => void): void {
    const concerned = this.#jumpListeners.filter((listener) => wants(listener, jump));
    for (const { callback } of concerned) callback._pre_callback?.();
    change();
    for (const { callback } of concerned) callback._post_callback?.(jump);
  }
}

/** A clock of ROS time: system time, until somebody overrides it, as a simulation does through `/clock`. */
export class ROSClock extends Clock {
  #active = false;
  #override = 0n;

  constructor() {
    super(ClockType.ROS_TIME);
  }

  override nowNanoseconds(): bigint {
    return this.#active ? this.#override : systemNow();
  }

  override get isOverridden(): boolean {
    return this.#active;
  }

  /** Whether the clock shows the override and not system time. */
  get isRosTimeActive(): boolean {
    return this.#active;
  }

  set isRosTimeActive(active: boolean) {
    if (typeof active !== 'boolean') {
      throw new TypeValidationError('isRosTimeActive', active, 'boolean', { entityType: 'clock' });
    }
    if (active === this.#active) return;
    const target = active ? this.#override : systemNow();
    const change = active ? ClockChange.ROS_TIME_ACTIVATED : ClockChange.ROS_TIME_DEACTIVATED;
    this.jump({ clock_change: change, delta: target - this.nowNanoseconds() }, () => {
      this.#active = active;
    });
  }

  /** The time to show while ROS time is active. */
  get rosTimeOverride(): Time {
    return new Time(0n, this.#override, ClockType.ROS_TIME);
  }

  set rosTimeOverride(time: Time) {
    if (!(time instanceof Time)) throw new TypeValidationError('time', time, 'Time', { entityType: 'clock' });
    const set = (): void => {
      this.#override = time.nanoseconds;
    };
    const delta = time.nanoseconds - this.#override;
    if (this.#active) this.jump({ clock_change: ClockChange.ROS_TIME_NO_CHANGE, delta }, set);
    else set();
  }
}

function wants(listener: JumpListener, { clock_change, delta }: ClockJumpInfo): boolean {
  if (clock_change === ClockChange.ROS_TIME_ACTIVATED || clock_change === ClockChange.ROS_TIME_DEACTIVATED) {
    return listener.onClockChange;
  }
  return (
    (listener.minForward > 0n && delta >= listener.minForward) ||
    (listener.minBackward < 0n && delta <= listener.minBackward)
  );
}

function requireCallbackObject(value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    throw new TypeValidationError('callbackObject', value, 'object', { entityType: 'clock' });
  }
}
