import { isScalar, isSeq } from 'yaml';
import { ParameterType } from '../parameters/type';

/** Words that are booleans when they stand without quotes (YAML 1.1, as rcl_yaml_param_parser reads it). */
const TRUE = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const INTEGER = /^[-+]?(?:0x[0-9a-fA-F]+|\d+)$/;
const FLOAT = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const INFINITY = /^([-+]?)\.(?:inf|Inf|INF)$/;
const NAN = /^\.(?:nan|NaN|NAN)$/;

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

type ScalarValue = boolean | bigint | number | string;

export interface TypedValue {
  readonly type: ParameterType;
  readonly value: unknown;
}

/** What a piece of YAML is as a parameter. The document must be parsed with the failsafe schema. */
export function parameterFromYaml(node: unknown): TypedValue {
  if (node === null || node === undefined) throw new Error('expected a value, got nothing');
  if (isSeq(node)) return arrayValue(node.items.map(scalarValue));
  const value = scalarValue(node);
  return { type: SCALAR_TYPES[kindOf(value)], value };
}

const SCALAR_TYPES = {
  boolean: ParameterType.PARAMETER_BOOL,
  bigint: ParameterType.PARAMETER_INTEGER,
  number: ParameterType.PARAMETER_DOUBLE,
  string: ParameterType.PARAMETER_STRING,
} as const;

const ARRAY_TYPES = {
  boolean: ParameterType.PARAMETER_BOOL_ARRAY,
  bigint: ParameterType.PARAMETER_INTEGER_ARRAY,
  number: ParameterType.PARAMETER_DOUBLE_ARRAY,
  string: ParameterType.PARAMETER_STRING_ARRAY,
} as const;

type Kind = keyof typeof SCALAR_TYPES;

function kindOf(value: ScalarValue): Kind {
  return typeof value as Kind;
}

function scalarValue(node: unknown): ScalarValue {
  if (!isScalar(node)) throw new Error('expected a plain value or a list of plain values');
  const text = String(node.value);
  if (node.type !== 'PLAIN' || node.tag === 'tag:yaml.org,2002:str') return text;
  if (text === '') throw new Error('expected a value, got nothing');
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (INTEGER.test(text)) return integer(text);
  if (FLOAT.test(text)) return Number(text);
  const infinity = INFINITY.exec(text);
  if (infinity !== null) return infinity[1] === '-' ? -Infinity : Infinity;
  return NAN.test(text) ? NaN : text;
}

function integer(text: string): bigint {
  const magnitude = BigInt(text.replace(/^[-+]/, ''));
  const value = text.startsWith('-') ? -magnitude : magnitude;
  if (value < MIN_INTEGER || value > MAX_INTEGER) throw new Error(`${text} does not fit a 64-bit integer`);
  return value;
}

function arrayValue(values: readonly ScalarValue[]): TypedValue {
  const kinds = new Set(values.map(kindOf));
  const [kind] = kinds;
  if (kind === undefined) throw new Error('expected at least one element: an empty list has no type');
  if (kinds.size === 1) return { type: ARRAY_TYPES[kind], value: [...values] };
  if (kinds.size === 2 && kinds.has('bigint') && kinds.has('number')) {
    return { type: ParameterType.PARAMETER_DOUBLE_ARRAY, value: values.map(Number) };
  }
  throw new Error('expected all elements of a list to have one type');
}
