import { ParameterError, ParameterTypeError, TypeValidationError } from '../errors';
import { describe } from '../errors/describe';
import { ParameterType, parameterTypeName } from './type';
import { fitsType, isParameterType, normalizedValue } from './value';

/** The field of `rcl_interfaces/msg/ParameterValue` that holds a value of each type. */
const VALUE_FIELDS: Record<ParameterType, keyof ParameterValueMessage | undefined> = {
  [ParameterType.PARAMETER_NOT_SET]: undefined,
  [ParameterType.PARAMETER_BOOL]: 'bool_value',
  [ParameterType.PARAMETER_INTEGER]: 'integer_value',
  [ParameterType.PARAMETER_DOUBLE]: 'double_value',
  [ParameterType.PARAMETER_STRING]: 'string_value',
  [ParameterType.PARAMETER_BYTE_ARRAY]: 'byte_array_value',
  [ParameterType.PARAMETER_BOOL_ARRAY]: 'bool_array_value',
  [ParameterType.PARAMETER_INTEGER_ARRAY]: 'integer_array_value',
  [ParameterType.PARAMETER_DOUBLE_ARRAY]: 'double_array_value',
  [ParameterType.PARAMETER_STRING_ARRAY]: 'string_array_value',
};

/** `rcl_interfaces/msg/ParameterValue`; only the field of `type` counts. */
export interface ParameterValueMessage {
  type: number;
  bool_value?: boolean;
  integer_value?: bigint;
  double_value?: number;
  string_value?: string;
  byte_array_value?: ArrayLike<number>;
  bool_array_value?: boolean[];
  integer_array_value?: bigint[];
  double_array_value?: ArrayLike<number>;
  string_array_value?: string[];
}

/** `rcl_interfaces/msg/Parameter`. */
export interface ParameterMessage {
  name: string;
  value: ParameterValueMessage;
}

/** A named value of a node. Integers are bigint; a whole number given for one is converted. */
export class Parameter {
  readonly #name: string;
  readonly #type: ParameterType;
  #value: unknown;

  /**
   * @throws {TypeValidationError} for an empty name
   * @throws {ParameterError} for an unknown type
   * @throws {ParameterTypeError} when the value is not of the type
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what it holds is known to its reader only
  constructor(name: string, type: ParameterType, value?: any) {
    this.#name = name;
    this.#type = type;
    this.#value = normalizedValue(type, value);
    this.validate();
  }

  static fromParameterMessage(message: ParameterMessage): Parameter {
    const type = message.value.type;
    if (!isParameterType(type)) throw unknownType(message.name, type);
    const field = VALUE_FIELDS[type];
    return new Parameter(message.name, type, field === undefined ? undefined : message.value[field]);
  }

  get name(): string {
    return this.#name;
  }

  get type(): ParameterType {
    return this.#type;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what it holds is known to its reader only
  get value(): any {
    return this.#value;
  }

  set value(value: unknown) {
    const old = this.#value;
    this.#value = normalizedValue(this.#type, value);
    try {
      this.validate();
    } catch (error) {
      this.#value = old;
      throw error;
    }
  }

  /** Throws, as the constructor does, when the parameter is not well-formed. */
  validate(): void {
    requireParameterName(this.#name, 'parameter');
    if (!isParameterType(this.#type)) throw unknownType(this.#name, this.#type);
    if (!fitsType(this.#type, this.#value)) {
      throw new ParameterTypeError(this.#name, parameterTypeName(this.#type), describe(this.#value), {
        details: { providedValue: this.#value },
      });
    }
  }

  /** `rcl_interfaces/msg/Parameter`. */
  toParameterMessage(): ParameterMessage {
    return { name: this.#name, value: this.toParameterValueMessage() };
  }

  /** `rcl_interfaces/msg/ParameterValue`. */
  toParameterValueMessage(): ParameterValueMessage {
    const field = VALUE_FIELDS[this.#type];
    return { type: this.#type, ...(field !== undefined && { [field]: this.#value }) };
  }
}

export function requireParameterName(name: unknown, entityType: string): void {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new TypeValidationError('name', name, 'a string that is not empty', { entityType });
  }
}

function unknownType(name: string, type: unknown): ParameterError {
  return new ParameterError(`Parameter '${name}': expected a value of ParameterType, got ${describe(type)}`, name, {
    details: { providedType: type },
  });
}
