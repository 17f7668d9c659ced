import { TypeValidationError } from '../errors';
import { ParameterType } from './type';

/** How far two floating-point numbers may differ, relative to the larger, and count as equal. */
export const DEFAULT_NUMERIC_RANGE_TOLERANCE = 1e-6;

/** Numbers from one to another, both included, in steps; step 0 allows all between. */
export abstract class Range<N extends number | bigint = number | bigint> {
  constructor(
    readonly fromValue: N,
    readonly toValue: N,
    readonly step: N,
  ) {}

  /** Whether parameters of this type can have the range. */
  abstract isValidType(type: ParameterType): boolean;

  /** Whether the value, or each element of an array, lies in the range. */
  inRange(value: unknown): boolean {
    return Array.isArray(value) ? value.every((element) => this.inRange(element)) : this.contains(value);
  }

  protected abstract contains(value: unknown): boolean;
}

/** A range of doubles. */
export class FloatingPointRange extends Range<number> {
  constructor(
    fromValue: number,
    toValue: number,
    step = 0,
    readonly tolerance = DEFAULT_NUMERIC_RANGE_TOLERANCE,
  ) {
    super(fromValue, toValue, step);
  }

  override isValidType(type: ParameterType): boolean {
    return type === ParameterType.PARAMETER_DOUBLE || type === ParameterType.PARAMETER_DOUBLE_ARRAY;
  }

  protected override contains(value: unknown): boolean {
    if (typeof value !== 'number') throw new TypeValidationError('value', value, 'number', { entityType: 'range' });
    const low = Math.min(this.fromValue, this.toValue);
    const high = Math.max(this.fromValue, this.toValue);
    if (this.#equal(value, low) || this.#equal(value, high)) return true;
    if (!(value > low && value < high)) return false;
    if (this.step === 0) return true;
    const steps = Math.round((value - low) / this.step);
    return this.#equal(low + steps * this.step, value);
  }

  #equal(a: number, b: number): boolean {
    return a === b || Math.abs(a - b) <= this.tolerance * Math.max(Math.abs(a), Math.abs(b));
  }
}

/** A range of integers. */
export class IntegerRange extends Range<bigint> {
  constructor(fromValue: bigint, toValue: bigint, step = 1n) {
    super(fromValue, toValue, step);
  }

  override isValidType(type: ParameterType): boolean {
    return type === ParameterType.PARAMETER_INTEGER || type === ParameterType.PARAMETER_INTEGER_ARRAY;
  }

  protected override contains(value: unknown): boolean {
    if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
      throw new TypeValidationError('value', value, 'bigint or whole number', { entityType: 'range' });
    }
    const number = BigInt(value as bigint | number);
    if (number === this.toValue) return true;
    if (number < this.fromValue || number > this.toValue) return false;
    return this.step === 0n || (number - this.fromValue) % this.step === 0n;
  }
}
