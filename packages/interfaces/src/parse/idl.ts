import { parseRos2idl } from '@foxglove/ros2idl-parser';
import { InterfaceSyntaxError } from '../errors';
import type { Constant, Field, FieldType, LiteralValue, MessageDescription, Primitive } from '../model';
import { formatInterfaceName, type InterfaceName } from '../names';
import type { ParsedInterface } from '../registry/parsed-interface';
import { deriveAction, deriveService } from './derived';
import { isPrimitive } from './field-type';
import { parseDefault, parseScalar } from './literal';
import { prepareIdl, OCTET_MARKER } from './idl-preparation';

type IdlStructure = ReturnType<typeof parseRos2idl>[number];
type IdlMember = IdlStructure['definitions'][number];

/** What rosidl puts into a structure that has no members of its own. */
const PLACEHOLDER = 'structure_needs_at_least_one_member';

/**
 * Parses the text of a .idl file as rosidl writes them (modules `package::kind`, one interface a file).
 * Comments are not kept.
 *
 * @throws InterfaceSyntaxError
 */
export function parseIdlInterface(name: InterfaceName, text: string, file: string): ParsedInterface {
  const prepared = prepareIdl(text);
  const structures = parseText(prepared.text, file);
  const full = formatInterfaceName(name);
  const part = (suffix: string): MessageDescription =>
    describe(`${full}${suffix}`, structures, prepared.octetConstants, file);
  switch (name.kind) {
    case 'msg':
      return { kind: 'msg', message: part('') };
    case 'srv':
      return { kind: 'srv', service: deriveService(full, part('_Request'), part('_Response')) };
    case 'action':
      return { kind: 'action', action: deriveAction(full, part('_Goal'), part('_Result'), part('_Feedback')) };
  }
}

function parseText(text: string, file: string): IdlStructure[] {
  try {
    return parseRos2idl(text);
  } catch (error) {
    const message = String((error as Error).message);
    const line = Number(/line (\d+)/.exec(message)?.[1] ?? 1);
    const summary = /Unexpected [^\n]*?(?=\. Instead|\n|$)/.exec(message)?.[0] ?? message.split('\n')[0];
    throw new InterfaceSyntaxError(file, line, `expected OMG IDL as rosidl writes it: ${summary}`, { cause: error });
  }
}

function describe(
  name: string,
  structures: readonly IdlStructure[],
  octetConstants: ReadonlySet<string>,
  file: string,
): MessageDescription {
  const structure = structures.find((candidate) => candidate.name === name);
  if (!structure) {
    const seen = structures.map((candidate) => candidate.name).join(', ') || 'none';
    throw new InterfaceSyntaxError(file, 1, `expected a struct ${name.replace(/\//g, '::')}, saw ${seen}`);
  }
  const constants = structures.find((candidate) => candidate.name === `${name}_Constants`)?.definitions ?? [];
  const members = structure.definitions.filter((member) => member.isConstant !== true);
  const isEmpty = members.length === 1 && members[0]?.name === PLACEHOLDER;
  return {
    name,
    fields: isEmpty ? [] : members.map((member) => fieldOf(member, file)),
    constants: constants.map((constant) => constantOf(constant, octetConstants, file)),
  };
}

function fieldOf(member: IdlMember, file: string): Field {
  const fail = (problem: string): never => {
    throw new InterfaceSyntaxError(file, 1, `member '${member.name}': ${problem}`);
  };
  const type: FieldType = { ...elementOf(member, fail), container: containerOf(member) };
  if (member.defaultValue === undefined) return { name: member.name, type };
  return { name: member.name, type, default: defaultOf(type, member.defaultValue, fail) };
}

function elementOf(member: IdlMember, fail: (problem: string) => never): Omit<FieldType, 'container'> {
  if (member.enumType !== undefined) return fail('expected a type that ROS 2 messages can have, saw an enum');
  if (member.type === OCTET_MARKER) return { base: 'byte' };
  if (member.isComplex === true) return { base: 'nested', nested: member.type };
  if (!isPrimitive(member.type)) return fail(`expected a type that ROS 2 messages can have, saw ${member.type}`);
  const bound = member.upperBound;
  return bound === undefined ? { base: member.type } : { base: member.type, stringBound: bound };
}

function containerOf(member: IdlMember): FieldType['container'] {
  if (member.isArray !== true) return { kind: 'single' };
  if (member.arrayLength !== undefined) return { kind: 'array', length: member.arrayLength };
  return member.arrayUpperBound === undefined
    ? { kind: 'sequence' }
    : { kind: 'sequence', bound: member.arrayUpperBound };
}

/** rosidl writes array defaults as Python tuples in a string: `@default (value="(1, 2)")`. */
function defaultOf(type: FieldType, value: unknown, fail: (problem: string) => never): LiteralValue {
  if (type.container.kind !== 'single') {
    const inside = String(value)
      .trim()
      .replace(/^[([]|[)\]]$/g, '')
      .replace(/,\s*$/, '');
    return parseDefault(type, `[${inside}]`, fail);
  }
  if (type.base === 'string' || type.base === 'wstring') return String(value);
  return parseDefault(type, String(value), fail);
}

function constantOf(member: IdlMember, octetConstants: ReadonlySet<string>, file: string): Constant {
  const base = octetConstants.has(member.name) ? 'byte' : (member.type as Primitive);
  const fail = (problem: string): never => {
    throw new InterfaceSyntaxError(file, 1, `constant '${member.name}': ${problem}`);
  };
  if (base === 'string' || base === 'wstring') return { name: member.name, base, value: String(member.value) };
  // The text is exact where the parsed number has lost digits (64-bit integers).
  const text = /^[-+\d.]/.test(member.valueText ?? '') ? (member.valueText ?? '') : String(member.value);
  return { name: member.name, base, value: parseScalar(base, text, fail) };
}
