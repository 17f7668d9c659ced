import type { Constant, Field, FieldType, LiteralValue, MessageDescription } from '../model';

/**
 * A structure as the text of a .msg file, for those that have no text of their own: derived structures, and types
 * that ship as .idl.
 */
export function definitionText(structure: MessageDescription): string {
  const lines = [...structure.constants.map(constantLine), ...structure.fields.map(fieldLine)];
  return lines.map((line) => `${line}\n`).join('');
}

/** `uint8`, `string<=10[]`, `geometry_msgs/Point[<=3]`; parts of services and actions keep their full name. */
export function fieldTypeText(type: FieldType): string {
  const name = type.nested?.replace('/msg/', '/') ?? type.base;
  const bound = type.stringBound === undefined ? '' : `<=${type.stringBound}`;
  return `${name}${bound}${containerText(type)}`;
}

function containerText({ container }: FieldType): string {
  if (container.kind === 'single') return '';
  if (container.kind === 'array') return `[${container.length}]`;
  return container.bound === undefined ? '[]' : `[<=${container.bound}]`;
}

function fieldLine(field: Field): string {
  const value = field.default === undefined ? '' : ` ${literalText(field.default)}`;
  return `${fieldTypeText(field.type)} ${field.name}${value}`;
}

function constantLine(constant: Constant): string {
  return `${constant.base} ${constant.name}=${literalText(constant.value)}`;
}

function literalText(value: LiteralValue): string {
  if (isList(value)) return `[${value.map(literalText).join(', ')}]`;
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0.0' : String(value);
  return JSON.stringify(value);
}

function isList(value: LiteralValue): value is readonly (boolean | number | bigint | string)[] {
  return Array.isArray(value);
}
