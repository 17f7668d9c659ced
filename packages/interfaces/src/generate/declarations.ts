import { typedArrayOf } from '../message/field-plan';
import type { Constant, Field, FieldType, MessageDescription } from '../model';
import { parseInterfaceName } from '../names';
import type { InterfaceStructures } from './structures';

/**
 * TypeScript declarations of interfaces: a namespace a package and kind with an interface and a class type a
 * structure, and the maps from names to them. Laid out as Prettier would.
 *
 * @param exported `'export '` where declarations need the word, `''` inside an ambient module
 */
export function declarationLines(interfaces: readonly InterfaceStructures[], exported: 'export ' | ''): string[] {
  return [
    ...namespaces(interfaces, exported),
    ...map(exported, 'MessageTypes', 'What messages hold, by full name.', messageEntries(interfaces)),
    ...map(exported, 'ServiceTypes', 'What services exchange, by full name.', partEntries(interfaces, 'srv')),
    ...map(exported, 'ActionTypes', 'What actions exchange, by full name.', partEntries(interfaces, 'action')),
    ...map(exported, 'InterfaceClassTypes', 'What `loadInterface` returns, by full name.', classEntries(interfaces)),
  ];
}

const INDENT = '  ';
const LINE_WIDTH = 120;

const PARTS = { srv: ['Request', 'Response', 'Event'], action: ['Goal', 'Result', 'Feedback'] } as const;

function namespaces(interfaces: readonly InterfaceStructures[], exported: string): string[] {
  const byNamespace = new Map<string, MessageDescription[]>();
  for (const { name, kind, structures } of interfaces) {
    const namespace = `${parseInterfaceName(name).package}.${kind}`;
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), ...structures]);
  }
  const lines: string[] = [];
  for (const [namespace, structures] of byNamespace) {
    const inside = structures.flatMap((structure, index) => [
      ...(index > 0 ? [''] : []),
      ...messageInterface(structure, exported),
      '',
      ...classInterface(structure, exported),
    ]);
    lines.push(`${exported}namespace ${namespace} {`, ...indented(inside), '}', '');
  }
  return lines;
}

function messageInterface(structure: MessageDescription, exported: string): string[] {
  const head = `${exported}interface ${parseInterfaceName(structure.name).name}`;
  const comment = commentLines(structure.comment);
  if (structure.fields.length === 0) return [...comment, `${head} {}`];
  return [...comment, `${head} {`, ...indented(structure.fields.flatMap(fieldLines)), '}'];
}

function classInterface(structure: MessageDescription, exported: string): string[] {
  const { name } = parseInterfaceName(structure.name);
  const head = `${exported}interface ${name}Constructor extends MessageClass<${name}>`;
  if (structure.constants.length === 0) return [`${head} {}`];
  return [`${head} {`, ...indented(structure.constants.flatMap(constantLines)), '}'];
}

function fieldLines(field: Field): string[] {
  return [...commentLines(field.comment), `${field.name}: ${typeScriptType(field.type)};`];
}

/** The type of a field as messages are received and message objects hold it. */
function typeScriptType(type: FieldType): string {
  const isArray = type.container.kind !== 'single';
  if (type.base === 'nested') return `${qualifiedName(type.nested ?? '')}${isArray ? '[]' : ''}`;
  const typedArray = typedArrayOf(type.base);
  if (isArray && typedArray !== undefined) return typedArray;
  return `${scalarTypeText(type.base)}${isArray ? '[]' : ''}`;
}

function scalarTypeText(base: Exclude<FieldType['base'], 'nested'>): string {
  switch (base) {
    case 'bool':
      return 'boolean';
    case 'string':
    case 'wstring':
      return 'string';
    case 'int64':
    case 'uint64':
      return 'bigint';
    default:
      return 'number';
  }
}

function constantLines(constant: Constant): string[] {
  return [...commentLines(constant.comment), `readonly ${constant.name}: ${literalTypeText(constant)};`];
}

function literalTypeText({ base, value }: Constant): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  return base === 'float32' || base === 'float64' ? 'number' : String(value);
}

function quoted(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replace(/\\"/g, '"')}'`;
}

function commentLines(comment: readonly string[] | undefined): string[] {
  const lines = (comment ?? []).map((line) => line.replace(/\*\//g, '* /').trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`/** ${lines[0]} */`];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

function qualifiedName(fullName: string): string {
  return fullName.replace(/\//g, '.');
}

function messageEntries(interfaces: readonly InterfaceStructures[]): string[] {
  return interfaces.flatMap(({ structures }) => structures.map(({ name }) => `'${name}': ${qualifiedName(name)};`));
}

function partEntries(interfaces: readonly InterfaceStructures[], kind: 'srv' | 'action'): string[] {
  return interfaces
    .filter((each) => each.kind === kind)
    .flatMap(({ name }) => [
      `'${name}': {`,
      ...indented(PARTS[kind].map((part) => `${part}: ${qualifiedName(name)}_${part};`)),
      '};',
    ]);
}

function classEntries(interfaces: readonly InterfaceStructures[]): string[] {
  const structures = interfaces.flatMap((each) => each.structures);
  return [
    ...structures.map(({ name }) => `'${name}': ${qualifiedName(name)}Constructor;`),
    ...wholeEntries(interfaces, 'srv', 'ServiceClass'),
    ...wholeEntries(interfaces, 'action', 'ActionClass'),
  ];
}

/** Services and actions: their general class, of the classes of their parts. */
function wholeEntries(interfaces: readonly InterfaceStructures[], kind: 'srv' | 'action', general: string): string[] {
  return interfaces
    .filter((each) => each.kind === kind)
    .flatMap(({ name }) => {
      const parts = PARTS[kind].map((part) => `${qualifiedName(name)}_${part}Constructor`);
      const line = `'${name}': ${general}<${parts.join(', ')}>;`;
      if (line.length + INDENT.length <= LINE_WIDTH) return [line];
      return [`'${name}': ${general}<`, ...indented(parts.map((part, i) => `${part}${i < 2 ? ',' : ''}`)), '>;'];
    });
}

function map(exported: string, name: string, comment: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return exported === '' ? [] : [`/** ${comment} */`, `${exported}interface ${name} {}`, ''];
  return [`/** ${comment} */`, `${exported}interface ${name} {`, ...indented(entries), '}', ''];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `${INDENT}${line}`));
}
