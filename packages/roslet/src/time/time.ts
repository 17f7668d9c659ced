import { RangeValidationError, TypeValidationError } from '../errors';
import { ClockType } from './clock-type';
import { Duration, NANOSECONDS_PER_SECOND, totalNanoseconds } from './duration';

/** `builtin_interfaces/msg/Time`. */
export interface TimeMessage {
  sec: number;
  nanosec: number;
}

/** A point in time of one kind of clock, in nanoseconds. Times of different kinds cannot be compared. */
export class Time {
  readonly #nanoseconds: bigint;
  readonly #clockType: ClockType;

  /**
   * @param seconds since the clock's epoch, at least 0
   * @param nanoseconds added to the seconds, at least 0; may be a second or more
   * @param clockType a value of `ClockType`
   * @throws {TypeValidationError} for parts that are not bigint
   * @throws {RangeValidationError} for negative parts and sums beyond 64 bits
   */
  constructor(seconds = 0n, nanoseconds = 0n, clockType: ClockType = ClockType.SYSTEM_TIME) {
    if (typeof clockType !== 'number') {
      throw new TypeValidationError('clockType', clockType, 'number', { entityType: 'time' });
    }
    const total = totalNanoseconds(seconds, nanoseconds, 'time');
    if (seconds < 0n) throw new RangeValidationError('seconds', seconds, '>= 0', { entityType: 'time' });
    if (nanoseconds < 0n) throw new RangeValidationError('nanoseconds', nanoseconds, '>= 0', { entityType: 'time' });
    this.#nanoseconds = total;
    this.#clockType = clockType;
  }

  /** @param clockType what the message does not say; ROS time by default */
  static fromMsg(message: TimeMessage, clockType: ClockType = ClockType.ROS_TIME): Time {
    return new Time(BigInt(message.sec), BigInt(message.nanosec), clockType);
  }

  toMsg(): TimeMessage {
    const { seconds, nanoseconds } = this.secondsAndNanoseconds;
    return { sec: Number(seconds), nanosec: Number(nanoseconds) };
  }

  get clockType(): ClockType {
    return this.#clockType;
  }

  /** All of it, in nanoseconds. */
  get nanoseconds(): bigint {
    return this.#nanoseconds;
  }

  get secondsAndNanoseconds(): { seconds: bigint; nanoseconds: bigint } {
    return {
      seconds: this.#nanoseconds / NANOSECONDS_PER_SECOND,
      nanoseconds: this.#nanoseconds % NANOSECONDS_PER_SECOND,
    };
  }

  add(other: Duration): Time {
    if (!(other instanceof Duration)) {
      throw new TypeValidationError('other', other, 'Duration', { entityType: 'time' });
    }
    return new Time(0n, this.#nanoseconds + other.nanoseconds, this.#clockType);
  }

  /** The duration between two times, or the time that lies a duration earlier. */
  sub(other: Time): Duration;
  sub(other: Duration): Time;
  sub(other: Time | Duration): Time | Duration {
    if (other instanceof Duration) return new Time(0n, this.#nanoseconds - other.nanoseconds, this.#clockType);
    return new Duration(0n, this.#nanoseconds - this.#comparable(other, 'Time or Duration'));
  }

  eq(other: Time): boolean {
    return this.#nanoseconds === this.#comparable(other);
  }

  ne(other: Time): boolean {
    return this.#nanoseconds !== this.#comparable(other);
  }

  lt(other: Time): boolean {
    return this.#nanoseconds < this.#comparable(other);
  }

  lte(other: Time): boolean {
    return this.#nanoseconds <= this.#comparable(other);
  }

  gt(other: Time): boolean {
    return this.#nanoseconds > this.#comparable(other);
  }

  gte(other: Time): boolean {
    return this.#nanoseconds >= this.#comparable(other);
  }

  #comparable(other: unknown, expected = 'Time'): bigint {
    if (!(other instanceof Time)) throw new TypeValidationError('other', other, expected, { entityType: 'time' });
    if (other.clockType !== this.#clockType) {
      throw new TypeValidationError('other', other, `Time with clock type ${this.#clockType}, as this one`, {
        entityType: 'time',
        details: { expectedClockType: this.#clockType, providedClockType: other.clockType },
      });
    }
    return other.nanoseconds;
  }
}
