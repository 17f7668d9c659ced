import fc from 'fast-check';
import { InterfaceSyntaxError } from '../errors';
import type { Constant, Container, Field, LiteralValue, MessageDescription, Primitive } from '../model';
import { PRIMITIVES } from '../model';
import { parseMessage } from './interface-file';

const INTEGERS: Partial<Record<Primitive, [bigint, bigint]>> = {
  byte: [0n, 255n],
  char: [0n, 255n],
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

type Scalar = boolean | number | bigint | string;

function scalar(base: Primitive, bound = 20): fc.Arbitrary<Scalar> {
  if (base === 'bool') return fc.boolean();
  if (base === 'string' || base === 'wstring') return fc.string({ unit: 'grapheme', maxLength: bound });
  if (base === 'float32') return fc.float({ noDefaultInfinity: true, noNaN: true });
  if (base === 'float64') return fc.double({ noDefaultInfinity: true, noNaN: true });
  const [min, max] = INTEGERS[base] ?? [0n, 0n];
  return fc.bigInt({ min, max }).map((value) => (base.endsWith('64') ? value : Number(value)));
}

const container: fc.Arbitrary<Container> = fc.oneof(
  fc.constant({ kind: 'single' } as const),
  fc.record({ kind: fc.constant('array' as const), length: fc.integer({ min: 1, max: 4 }) }),
  fc.record(
    { kind: fc.constant('sequence' as const), bound: fc.integer({ min: 1, max: 4 }) },
    { requiredKeys: ['kind'] },
  ),
);

function defaultFor(base: Primitive, shape: Container): fc.Arbitrary<LiteralValue> {
  if (shape.kind === 'single') return scalar(base);
  const [minLength, maxLength] = shape.kind === 'array' ? [shape.length, shape.length] : [0, shape.bound ?? 5];
  return fc.array(scalar(base), { minLength, maxLength });
}

const primitiveField: fc.Arbitrary<Omit<Field, 'name'>> = fc
  .tuple(fc.constantFrom(...PRIMITIVES), container, fc.boolean(), fc.boolean())
  .chain(([base, shape, hasDefault, isBounded]) => {
    const bounded = isBounded && (base === 'string' || base === 'wstring') ? { stringBound: 60 } : {};
    const type = { base, ...bounded, container: shape };
    return hasDefault ? defaultFor(base, shape).map((value) => ({ type, default: value })) : fc.constant({ type });
  });

const nestedField: fc.Arbitrary<Omit<Field, 'name'>> = fc
  .tuple(fc.constantFrom('pkg/msg/Other', 'geometry_msgs/msg/Point', 'std_msgs/msg/Header'), container)
  .map(([nested, shape]) => ({ type: { base: 'nested', nested, container: shape } }));

const constant: fc.Arbitrary<Omit<Constant, 'name'>> = fc
  .constantFrom(...PRIMITIVES)
  .chain((base) => scalar(base).map((value) => ({ base, value })));

const message: fc.Arbitrary<MessageDescription> = fc
  .tuple(fc.array(fc.oneof(primitiveField, nestedField), { maxLength: 8 }), fc.array(constant, { maxLength: 4 }))
  .map(([fields, constants]) => ({
    name: 'pkg/msg/Type',
    fields: fields.map((field, index) => ({ name: `field_${index}`, ...field })),
    constants: constants.map((value, index) => ({ name: `CONSTANT_${index}`, ...value })),
  }));

function literal(value: LiteralValue): string {
  if (Array.isArray(value)) return `[${value.map((element: Scalar) => literal(element)).join(', ')}]`;
  if (Object.is(value, -0)) return '-0.0';
  if (typeof value !== 'string') return String(value);
  const quoted = value.replace(/[\\"]/g, '\\$&');
  const escape = (character: string): string => `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`;
  return `"${quoted.replace(/[\p{C}\p{Z}]/gu, escape)}"`;
}

function suffix(shape: Container): string {
  if (shape.kind === 'single') return '';
  if (shape.kind === 'array') return `[${shape.length}]`;
  return shape.bound === undefined ? '[]' : `[<=${shape.bound}]`;
}

function print(description: MessageDescription): string {
  const fields = description.fields.map(({ name, type, default: value }) => {
    const bound = type.stringBound === undefined ? '' : `<=${type.stringBound}`;
    const typeText = `${type.nested?.replace('/msg/', '/') ?? type.base}${bound}${suffix(type.container)}`;
    return `${typeText} ${name}${value === undefined ? '' : ` ${literal(value)}`} # about ${name}`;
  });
  const constants = description.constants.map(({ name, base, value }) => `${base} ${name}=${literal(value)}`);
  return [...constants, '', ...fields].join('\n');
}

test('every definition, written as text, parses to itself', () => {
  fc.assert(
    fc.property(message, (description) => {
      const fields = description.fields.map((field) => ({ ...field, comment: [`about ${field.name}`] }));
      expect(parseMessage(description.name, print(description))).toEqual({ ...description, fields });
    }),
    { numRuns: 500 },
  );
});

test('any text either parses or gives an error that names its line', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      'int8',
      'string',
      'string<=5',
      '[',
      ']',
      '[<=',
      '"',
      "'",
      '#',
      '=',
      ' ',
      '\n',
      '---',
      'x',
      'X',
      '1',
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
      try {
        parseMessage('pkg/msg/Type', fragments.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(InterfaceSyntaxError);
        expect((error as InterfaceSyntaxError).line).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1000 },
  );
});

// Each took minutes to hours with backtracking expressions or quadratic loops.
test.each([
  ['a constant name', `int8 ${'A'.repeat(50_000)}a=1`],
  ['a float', `float64 x ${'1'.repeat(60_000)}!`],
  ['an array type', `int8${'['.repeat(60_000)} x`],
  ['a list of quotes', `string[] x [a${'"'.repeat(60_000)}]`],
  ['a long line', `string x "${'a'.repeat(70_000)}"`],
  ['many fields', Array.from({ length: 30_000 }, (_, index) => `int8 x${index}`).join('\n')],
])('%s of hostile length ends in bounded time', (_, text) => {
  try {
    parseMessage('pkg/msg/Type', text);
  } catch (error) {
    expect(error).toBeInstanceOf(InterfaceSyntaxError);
  }
});
