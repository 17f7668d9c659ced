/* eslint-disable @typescript-eslint/no-require-imports -- most strings need no YAML library, which takes longer to load than the rest of the program */
import type { FieldType } from '@roslet/interfaces';
import type * as Yaml from 'yaml';
import { floatText } from './float-text';

/** Text that YAML 1.1 reads back as the same string without quotes, unless it is one of `WORDS`. */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_/.-]*( [A-Za-z0-9_/.-]+)*$/;

/** Words that YAML 1.1 takes for something else. */
const WORDS = /^(y|n|yes|no|on|off|true|false|null)$/i;

export function yamlString(text: string): string {
  if (text === '') return "''";
  if (PLAIN.test(text) && !WORDS.test(text)) return text;
  const { stringify } = require('yaml') as typeof Yaml;
  return stringify(text, { version: '1.1', singleQuote: true, lineWidth: 0, blockQuote: false }).trimEnd();
}

/** Text of a single number or truth value. */
export function yamlScalar(base: FieldType['base'], value: unknown): string {
  return isFloat(base) ? floatText(value as number, 'yaml') : String(value);
}

export function pythonScalar(base: FieldType['base'], value: unknown): string {
  if (isFloat(base)) return floatText(value as number, 'python');
  if (base === 'bool') return value === true ? 'True' : 'False';
  return String(value);
}

export function isFloat(base: FieldType['base']): boolean {
  return base === 'float32' || base === 'float64';
}

export function isString(base: FieldType['base']): boolean {
  return base === 'string' || base === 'wstring';
}
