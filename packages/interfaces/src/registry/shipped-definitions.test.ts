import { ros2jazzy } from '@foxglove/rosmsg-msgs-common';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Constant, Field, FieldType, MessageDescription } from '../model';
import { InterfaceRegistry } from './interface-registry';

const FACTS = join(__dirname, '../../../../../shared/data/interface-facts.json');

const registry = new InterfaceRegistry({ environment: {} });

function sectionsOf(name: string): MessageDescription[] {
  if (name.includes('/msg/')) return [registry.message(name)];
  if (name.includes('/srv/')) {
    const { request, response } = registry.service(name);
    return [request, response];
  }
  const { goal, result, feedback } = registry.action(name);
  return [goal, result, feedback];
}

/** Reads a fact's literal as JavaScript does, which agrees with ROS 2 on all values the facts hold. */
function evaluate(literal: string, base: string): unknown {
  if (base.startsWith('int64') || base.startsWith('uint64')) {
    return runInNewContext(literal.replace(/\d+/g, '$&n'));
  }
  return runInNewContext(literal);
}

function typeText(type: FieldType): string {
  const bound = type.stringBound === undefined ? '' : `<=${type.stringBound}`;
  const { container } = type;
  const suffix =
    container.kind === 'single'
      ? ''
      : container.kind === 'array'
        ? `[${container.length}]`
        : `[${container.bound === undefined ? '' : `<=${container.bound}`}]`;
  return `${type.nested?.replace('/msg/', '/') ?? type.base}${bound}${suffix}`;
}

function expectFact(line: string, pkg: string, fields: Field[], constants: Constant[]): void {
  const [, type = '', name = '', equals, literal = ''] = /^(\S+) +(\w+)\s*(=)?\s*(.*)$/.exec(line) ?? [];
  if (equals) {
    const constant = constants.shift();
    expect(constant).toMatchObject({ name, base: type });
    expect(constant?.value).toEqual(evaluate(literal, type));
    return;
  }
  const field = fields.shift();
  const isRelative = /^[A-Z]/.test(type);
  expect(field?.name).toBe(name);
  expect(field && typeText(field.type)).toBe(isRelative ? `${pkg}/${type}` : type);
  expect(field?.default).toEqual(literal === '' ? undefined : evaluate(literal, type));
}

// The facts lie beside the checkout on the project's own machines and are not part of the project;
// elsewhere type-hash/shipped-hashes.golden.json and the comparison below hold the definitions to the same shape.
if (existsSync(FACTS)) {
  const facts = JSON.parse(readFileSync(FACTS, 'utf8')) as Record<string, string[][]>;

  test.each(Object.keys(facts))('%s has exactly the fields, constants, types, bounds and defaults of ROS 2', (name) => {
    const sections = sectionsOf(name);
    const expected = facts[name] ?? [];
    expect(sections).toHaveLength(expected.length);
    sections.forEach((section, index) => {
      const fields = [...section.fields];
      const constants = [...section.constants];
      for (const line of expected[index] ?? []) expectFact(line, name.split('/')[0] ?? '', fields, constants);
      expect([...fields, ...constants]).toEqual([]);
    });
  });

  test('ships every interface the facts list and no other', () => {
    expect(registry.list()).toEqual(Object.keys(facts).sort());
  });
}

test('every shipped interface resolves with all that is nested in it', () => {
  const names = registry.list();
  expect(names.length).toBeGreaterThan(200);
  for (const name of names) {
    const sections = sectionsOf(name);
    for (const section of sections) expect(registry.resolve(section.name)).toBe(section);
  }
});

// @foxglove/rosmsg-msgs-common holds the messages of Jazzy's common packages, parsed and without comments.
test('agrees with @foxglove/rosmsg-msgs-common on every message it has', () => {
  const withoutKind = Object.entries(ros2jazzy);
  expect(withoutKind.length).toBeGreaterThan(140);
  for (const [name, { definitions }] of withoutKind) {
    const { fields, constants } = registry.message(name);
    const theirs = definitions.filter((member) => member.isConstant !== true);
    expect(fields.map((field) => [field.name, ...foxgloveType(field)])).toEqual(
      theirs.map((member) => [
        member.name,
        member.type.replace(/^time$/, 'builtin_interfaces/Time').replace(/^duration$/, 'builtin_interfaces/Duration'),
        member.isArray === true,
        member.arrayLength,
        member.arrayUpperBound,
        member.upperBound,
        member.defaultValue,
      ]),
    );
    expect(constants.map((constant) => [constant.name, asFoxgloveBase(constant.base), constant.value])).toEqual(
      definitions.filter((member) => member.isConstant).map((member) => [member.name, member.type, member.value]),
    );
  }
});

/** Foxglove writes byte and char as the integer type they are. */
function asFoxgloveBase(base: string): string {
  return base.replace(/^(byte|char)$/, 'uint8');
}

function foxgloveType({ type, default: value }: Field): unknown[] {
  const { container } = type;
  return [
    type.nested?.replace('/msg/', '/') ?? asFoxgloveBase(type.base),
    container.kind !== 'single',
    container.kind === 'array' ? container.length : undefined,
    container.kind === 'sequence' ? container.bound : undefined,
    type.stringBound,
    value,
  ];
}

test('every shipped definition says at its head what it is for', () => {
  for (const name of registry.list()) expect(registry.source(name).text).toMatch(/^# \S/);
});
