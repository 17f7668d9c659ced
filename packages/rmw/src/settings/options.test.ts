import { checkOptions, PLAIN_OPTIONS } from './options';
import * as schemas from './schemas';

type SchemaName = keyof typeof PLAIN_OPTIONS;

const VALUES = {
  boolean: [true, false, undefined],
  function: [() => undefined, undefined],
  unset: [undefined],
  anything: [1, {}, undefined],
};

const plain = Object.entries(PLAIN_OPTIONS).flatMap(([schema, options]) =>
  Object.entries(options).map(([option, type]) => [schema as SchemaName, option, type] as const),
);

test.each(plain)('what is right at a glance is right by the schema, too: %s %s %s', (schema, option, type) => {
  for (const value of VALUES[type]) expect(schemas[schema].safeParse({ [option]: value }).success).toBe(true);
});

const choosy = plain.filter(([, , type]) => type !== 'anything');

test.each(choosy)('a wrong value of an option that is usually plain is refused: %s %s', (schema, option) => {
  expect(() => checkOptions(schema, 'something', { [option]: Symbol('wrong') })).toThrow(
    expect.objectContaining({ code: 'ERR_ROSLET_OPTION', message: expect.stringContaining(option) }),
  );
});

test('names of every object, such as "constructor", are no options', () => {
  expect(() => checkOptions('nodeSchema', 'a node', { constructor: () => undefined })).toThrow(
    /unknown option "constructor"/,
  );
});
