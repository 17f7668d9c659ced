import { ParameterError, ParameterTypeError, RangeValidationError, TypeValidationError } from '../errors';
import { describe } from '../errors/describe';
import { Parameter, requireParameterName } from './parameter';
import { FloatingPointRange, IntegerRange, Range } from './range';
import { ParameterType, parameterTypeName } from './type';
import { isParameterType } from './value';

const ENTITY = 'parameter descriptor';

/** What is known about a parameter besides its value: what it is for, and which values it may have. */
export class ParameterDescriptor {
  readonly #name: string;
  readonly #type: ParameterType;
  readonly #description: string;
  readonly #readOnly: boolean;
  #range: Range | null = null;
  /** A sentence for people about what else the value must satisfy. */
  additionalConstraints = '';

  /**
   * @param readOnly whether the value stays as it is declared
   * @param range allowed values of a number
   * @throws {TypeValidationError} for an empty name or a description that is no text
   * @throws {ParameterError} for an unknown type, and for a range that does not fit the type
   */
  constructor(
    name: string,
    type: ParameterType = ParameterType.PARAMETER_NOT_SET,
    description = 'no description',
    readOnly = false,
    range: Range | null = null,
  ) {
    this.#name = name;
    this.#type = type;
    this.#description = description;
    this.#readOnly = readOnly;
    this.validate();
    this.range = range;
  }

  static fromParameter(parameter: Parameter): ParameterDescriptor {
    return new ParameterDescriptor(parameter.name, parameter.type, 'Created from parameter.');
  }

  get name(): string {
    return this.#name;
  }

  get type(): ParameterType {
    return this.#type;
  }

  get description(): string {
    return this.#description;
  }

  get readOnly(): boolean {
    return this.#readOnly;
  }

  hasRange(): boolean {
    return this.#range !== null;
  }

  get range(): Range | null {
    return this.#range;
  }

  set range(range: Range | null) {
    if (range === null || range === undefined) {
      this.#range = null;
      return;
    }
    if (!(range instanceof Range)) {
      throw new TypeValidationError('range', range, 'FloatingPointRange or IntegerRange', { entityType: ENTITY });
    }
    if (!range.isValidType(this.#type)) {
      const type = parameterTypeName(this.#type);
      throw new ParameterError(`Parameter '${this.#name}' of type ${type} cannot have this kind of range`, this.#name, {
        entityType: ENTITY,
      });
    }
    this.#range = range;
  }

  /** Throws, as the constructor does, when the descriptor is not well-formed. */
  validate(): void {
    requireParameterName(this.#name, ENTITY);
    if (!isParameterType(this.#type)) {
      throw new ParameterError(
        `Descriptor '${this.#name}': expected a value of ParameterType, got ${describe(this.#type)}`,
        this.#name,
        { entityType: ENTITY },
      );
    }
    if (typeof this.#description !== 'string') {
      throw new TypeValidationError('description', this.#description, 'string', { entityType: ENTITY });
    }
  }

  /**
   * Throws when a parameter is not as described.
   *
   * @throws {ParameterError} when it has another name
   * @throws {ParameterTypeError} when it has another type
   * @throws {RangeValidationError} when its value lies outside of the range
   */
  validateParameter(parameter: Parameter): void {
    if (!(parameter instanceof Parameter)) {
      throw new TypeValidationError('parameter', parameter, 'Parameter', { entityType: ENTITY });
    }
    parameter.validate();
    if (parameter.name !== this.#name) {
      throw new ParameterError(`Expected parameter '${this.#name}', got '${parameter.name}'`, this.#name);
    }
    if (parameter.type !== this.#type) {
      throw new ParameterTypeError(this.#name, parameterTypeName(this.#type), parameterTypeName(parameter.type));
    }
    if (this.#range !== null && !this.#range.inRange(parameter.value)) {
      throw new RangeValidationError(this.#name, parameter.value, describeRange(this.#range), {
        entityType: 'parameter',
        entityName: this.#name,
      });
    }
  }

  /** `rcl_interfaces/msg/ParameterDescriptor`. */
  toMessage(): Record<string, unknown> {
    const range = this.#range;
    return {
      name: this.#name,
      type: this.#type,
      description: this.#description,
      additional_constraints: this.additionalConstraints,
      read_only: this.#readOnly,
      ...(range instanceof IntegerRange && { integer_range: [rangeMessage(range)] }),
      ...(range instanceof FloatingPointRange && { floating_point_range: [rangeMessage(range)] }),
    };
  }
}

function rangeMessage({ fromValue, toValue, step }: Range): Record<string, unknown> {
  return { from_value: fromValue, to_value: toValue, step };
}

function describeRange({ fromValue, toValue, step }: Range): string {
  return `${fromValue} to ${toValue}${Number(step) === 0 ? '' : ` in steps of ${step}`}`;
}
