import { ParameterType } from './type';

const ELEMENT_TYPES: Partial<Record<ParameterType, ParameterType>> = {
  [ParameterType.PARAMETER_BYTE_ARRAY]: ParameterType.PARAMETER_DOUBLE,
  [ParameterType.PARAMETER_BOOL_ARRAY]: ParameterType.PARAMETER_BOOL,
  [ParameterType.PARAMETER_INTEGER_ARRAY]: ParameterType.PARAMETER_INTEGER,
  [ParameterType.PARAMETER_DOUBLE_ARRAY]: ParameterType.PARAMETER_DOUBLE,
  [ParameterType.PARAMETER_STRING_ARRAY]: ParameterType.PARAMETER_STRING,
};

const SCALAR_TYPES: Partial<Record<ParameterType, string>> = {
  [ParameterType.PARAMETER_BOOL]: 'boolean',
  [ParameterType.PARAMETER_INTEGER]: 'bigint',
  [ParameterType.PARAMETER_DOUBLE]: 'number',
  [ParameterType.PARAMETER_STRING]: 'string',
};

export function isParameterType(type: unknown): type is ParameterType {
  return Object.values(ParameterType).includes(type as ParameterType);
}

/** Whole numbers become bigint where an integer is wanted, and typed arrays plain ones; all else stays. */
export function normalizedValue(type: ParameterType, value: unknown): unknown {
  if (type === ParameterType.PARAMETER_INTEGER) return toBigInt(value);
  if (ELEMENT_TYPES[type] === undefined) return value;
  const elements =
    ArrayBuffer.isView(value) && !isDataView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
  return type === ParameterType.PARAMETER_INTEGER_ARRAY && Array.isArray(elements) ? elements.map(toBigInt) : elements;
}

/** Whether a value, normalized, is one of the type. */
export function fitsType(type: ParameterType, value: unknown): boolean {
  if (type === ParameterType.PARAMETER_NOT_SET) return value === null || value === undefined;
  const elementType = ELEMENT_TYPES[type];
  if (elementType === undefined) return typeof value === SCALAR_TYPES[type];
  if (!Array.isArray(value)) return false;
  return value.every(
    (element) =>
      fitsType(elementType, element) && (type !== ParameterType.PARAMETER_BYTE_ARRAY || isByte(element as number)),
  );
}

/** The type that a JavaScript value has as a parameter; whole numbers are integers. Undefined when it has none. */
export function typeOfValue(value: unknown): ParameterType | undefined {
  switch (typeof value) {
    case 'undefined':
      return ParameterType.PARAMETER_NOT_SET;
    case 'boolean':
      return ParameterType.PARAMETER_BOOL;
    case 'string':
      return ParameterType.PARAMETER_STRING;
    case 'bigint':
      return ParameterType.PARAMETER_INTEGER;
    case 'number':
      return Number.isInteger(value) ? ParameterType.PARAMETER_INTEGER : ParameterType.PARAMETER_DOUBLE;
    case 'object':
      return typeOfObject(value);
    default:
      return undefined;
  }
}

function typeOfObject(value: object | null): ParameterType | undefined {
  if (value === null) return ParameterType.PARAMETER_NOT_SET;
  if (/^\[object (Uint8|Uint8Clamped)Array\]$/.test(Object.prototype.toString.call(value))) {
    return ParameterType.PARAMETER_BYTE_ARRAY;
  }
  if (!Array.isArray(value) && (!ArrayBuffer.isView(value) || isDataView(value))) return undefined;
  const elements = Array.from(value as unknown as ArrayLike<unknown>);
  if (elements.length === 0) return ParameterType.PARAMETER_NOT_SET;
  const types = new Set(elements.map(typeOfValue));
  if (types.size === 2 && types.has(ParameterType.PARAMETER_INTEGER) && types.has(ParameterType.PARAMETER_DOUBLE)) {
    return ParameterType.PARAMETER_DOUBLE_ARRAY;
  }
  const [type] = types;
  const arrayType = Object.keys(ELEMENT_TYPES).find(
    (key) => ELEMENT_TYPES[Number(key) as ParameterType] === type && Number(key) !== ParameterType.PARAMETER_BYTE_ARRAY,
  );
  return types.size === 1 && arrayType !== undefined ? (Number(arrayType) as ParameterType) : undefined;
}

function toBigInt(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255;
}

function isDataView(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object DataView]';
}
