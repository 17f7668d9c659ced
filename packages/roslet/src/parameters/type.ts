/** `rcl_interfaces/msg/ParameterType`. */
export const ParameterType = {
  PARAMETER_NOT_SET: 0,
  PARAMETER_BOOL: 1,
  PARAMETER_INTEGER: 2,
  PARAMETER_DOUBLE: 3,
  PARAMETER_STRING: 4,
  PARAMETER_BYTE_ARRAY: 5,
  PARAMETER_BOOL_ARRAY: 6,
  PARAMETER_INTEGER_ARRAY: 7,
  PARAMETER_DOUBLE_ARRAY: 8,
  PARAMETER_STRING_ARRAY: 9,
} as const;
export type ParameterType = (typeof ParameterType)[keyof typeof ParameterType];

/** `integer array` for `PARAMETER_INTEGER_ARRAY`, as messages to people say it. */
export function parameterTypeName(type: number): string {
  const entry = Object.entries(ParameterType).find(([, value]) => value === type);
  return entry === undefined
    ? `unknown type ${type}`
    : entry[0].slice('PARAMETER_'.length).toLowerCase().replace('_', ' ');
}
