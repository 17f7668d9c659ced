import { RangeValidationError, TypeValidationError } from '../errors';

export const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Times and durations are signed 64-bit numbers of nanoseconds everywhere in ROS 2. */
export const MAX_NANOSECONDS = 2n ** 63n - 1n;

/** A span of time in nanoseconds; may be negative. */
export class Duration {
  readonly #nanoseconds: bigint;

  /**
   * @param seconds whole seconds
   * @param nanoseconds added to the seconds; may be a second or more
   * @throws {TypeValidationError} for anything but bigint
   * @throws {RangeValidationError} when the sum does not fit 64 bits
   */
  constructor(seconds = 0n, nanoseconds = 0n) {
    this.#nanoseconds = totalNanoseconds(seconds, nanoseconds, 'duration');
  }

  get nanoseconds(): bigint {
    return this.#nanoseconds;
  }

  eq(other: Duration): boolean {
    return this.#nanoseconds === nanosecondsOf(other);
  }

  ne(other: Duration): boolean {
    return this.#nanoseconds !== nanosecondsOf(other);
  }

  lt(other: Duration): boolean {
    return this.#nanoseconds < nanosecondsOf(other);
  }

  lte(other: Duration): boolean {
    return this.#nanoseconds <= nanosecondsOf(other);
  }

  gt(other: Duration): boolean {
    return this.#nanoseconds > nanosecondsOf(other);
  }

  gte(other: Duration): boolean {
    return this.#nanoseconds >= nanosecondsOf(other);
  }
}

/** Adds the two parts up, checked. */
export function totalNanoseconds(seconds: unknown, nanoseconds: unknown, entityType: string): bigint {
  if (typeof seconds !== 'bigint') throw new TypeValidationError('seconds', seconds, 'bigint', { entityType });
  if (typeof nanoseconds !== 'bigint') {
    throw new TypeValidationError('nanoseconds', nanoseconds, 'bigint', { entityType });
  }
  const total = seconds * NANOSECONDS_PER_SECOND + nanoseconds;
  if (total > MAX_NANOSECONDS || total < -MAX_NANOSECONDS - 1n) {
    throw new RangeValidationError('total nanoseconds', total, 'a signed 64-bit number of nanoseconds', { entityType });
  }
  return total;
}

function nanosecondsOf(other: unknown): bigint {
  if (other instanceof Duration) return other.nanoseconds;
  throw new TypeValidationError('other', other, 'Duration', { entityType: 'duration' });
}
