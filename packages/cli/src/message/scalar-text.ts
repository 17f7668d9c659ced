/* eslint-disable @typescript-eslint/no-require-imports -- most strings need no YAML library, which takes longer to load than the rest of the program */
import type { FieldType } from '@roslet/interfaces';
import type * as Yaml from 'yaml';
import { floatText } from './float-text';

/** Text that YAML 1.1 reads back as the same string without quotes, unless it is one of `WORDS`. */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_/.-]*( [A-Za-z0-9_/.-]+)*$/;

/** Words that YAML 1.1 takes for something else. */
const WORDS = /^(y|n|yes|no|on|off|true|false|null)$/i;

/** What would break a line, or does not show. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;

/** A string in one line; the same in block and flow style. */
export function yamlString(text: string): string {
  if (text === '') return "''";
  if (PLAIN.test(text) && !WORDS.test(text)) return text;
  // Double quotes mean in YAML what they mean in JSON.
  if (text.search(CONTROL) >= 0) return JSON.stringify(text).replace(CONTROL, escaped);
  const { stringify } = require('yaml') as typeof Yaml;
  return stringify(text, { version: '1.1', singleQuote: true, lineWidth: 0, blockQuote: false }).trimEnd();
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
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
