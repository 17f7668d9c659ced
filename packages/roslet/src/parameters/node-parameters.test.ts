import { ParameterDescriptor } from './descriptor';
import { NodeParameters, type ParameterChanges } from './node-parameters';
import { Parameter } from './parameter';
import { FloatingPointRange, IntegerRange } from './range';
import { ParameterType } from './type';
import { typeOfValue } from './value';

let changes: ParameterChanges[];
const integer = (name: string, value: bigint | number): Parameter =>
  new Parameter(name, ParameterType.PARAMETER_INTEGER, value);
const double = (name: string, value: number): Parameter => new Parameter(name, ParameterType.PARAMETER_DOUBLE, value);

function nodeParameters(overrides: Parameter[] = []): NodeParameters {
  changes = [];
  return new NodeParameters('talker', new Map(overrides.map((each) => [each.name, each])), (each) =>
    changes.push(each),
  );
}

describe('declaring', () => {
  test('gives the parameter, once', () => {
    const parameters = nodeParameters();
    expect(parameters.declare([integer('a', 1)], [], false).map(({ value }) => value as bigint)).toEqual([1n]);
    expect(parameters.has('a')).toBe(true);
    expect(changes.map(({ added }) => added.map(({ name }) => name))).toEqual([['a']]);
    expect(() => parameters.declare([integer('a', 2)], [], false)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_ALREADY_DECLARED' }),
    );
  });

  test('takes the value of the command line unless told otherwise', () => {
    expect(nodeParameters([integer('a', 7)]).declare([integer('a', 1)], [], false)[0]?.value).toBe(7n);
    expect(nodeParameters([integer('a', 7)]).declare([integer('a', 1)], [], true)[0]?.value).toBe(1n);
  });

  test('reads a whole number from the command line as the double that was declared', () => {
    const [speed] = nodeParameters([integer('speed', 2)]).declare([double('speed', 0.5)], [], false);
    expect(speed?.type).toBe(ParameterType.PARAMETER_DOUBLE);
    expect(speed?.value).toBe(2);
  });

  test('refuses what the descriptor forbids, and leaves nothing behind', () => {
    const parameters = nodeParameters();
    const descriptor = new ParameterDescriptor(
      'a',
      ParameterType.PARAMETER_INTEGER,
      '',
      false,
      new IntegerRange(0n, 10n, 2n),
    );
    expect(() => parameters.declare([integer('a', 3)], [descriptor], false)).toThrow(/0 to 10 in steps of 2/);
    expect(parameters.has('a')).toBe(false);
    expect(parameters.hasDescriptor('a')).toBe(false);
    expect(parameters.declare([integer('a', 4)], [descriptor], false)).toHaveLength(1);
  });

  test('needs a descriptor for each parameter or none', () => {
    expect(() =>
      nodeParameters().declare([integer('a', 3), integer('b', 3)], [new ParameterDescriptor('a')], false),
    ).toThrow(expect.objectContaining({ code: 'PARAMETER_DESCRIPTOR_MISMATCH' }));
  });
});

describe('setting', () => {
  test('is refused for undeclared, read-only and ill-typed parameters, all or nothing', () => {
    const parameters = nodeParameters();
    parameters.declare(
      [integer('a', 1), integer('fixed', 1)],
      [
        new ParameterDescriptor('a', ParameterType.PARAMETER_INTEGER),
        new ParameterDescriptor('fixed', ParameterType.PARAMETER_INTEGER, '', true),
      ],
      false,
    );
    expect(parameters.set([integer('b', 1)])).toEqual({
      successful: false,
      reason: "Parameter 'b' has not been declared",
    });
    expect(parameters.set([integer('a', 2), integer('fixed', 2)]).reason).toBe("Parameter 'fixed' is read-only");
    expect(parameters.set([double('a', 2)]).reason).toMatch(/expected integer, got double/);
    expect(parameters.get('a').value).toBe(1n);
    expect(parameters.set([integer('a', 2)])).toEqual({ successful: true, reason: '' });
    expect(parameters.get('a').value).toBe(2n);
  });

  test('runs pre, on and post callbacks in order', () => {
    const parameters = nodeParameters();
    parameters.declare([integer('a', 1)], [], false);
    const seen: string[] = [];
    parameters.preSetCallbacks.push((each) => [integer('a', (each[0]?.value as bigint) * 2n)]);
    parameters.onSetCallbacks.push((each) => {
      seen.push(`on ${each[0]?.value}`);
      return { successful: each[0]?.value !== 6n, reason: 'no six' };
    });
    parameters.postSetCallbacks.push((each) => seen.push(`post ${each[0]?.value}`));
    expect(parameters.set([integer('a', 2)]).successful).toBe(true);
    expect(parameters.set([integer('a', 3)])).toEqual({ successful: false, reason: 'no six' });
    expect(seen).toEqual(['on 4', 'post 4', 'on 6']);
    expect(parameters.get('a').value).toBe(4n);
  });

  test('to nothing undeclares', () => {
    const parameters = nodeParameters();
    parameters.declare([integer('a', 1)], [], false);
    expect(parameters.set([new Parameter('a', ParameterType.PARAMETER_NOT_SET)]).successful).toBe(true);
    expect(parameters.has('a')).toBe(false);
    expect(parameters.get('a').type).toBe(ParameterType.PARAMETER_NOT_SET);
    expect(changes.at(-1)?.deleted.map(({ name }) => name)).toEqual(['a']);
  });
});

test('a parameter keeps its old value when the new one does not fit', () => {
  const parameter = integer('a', 5);
  expect(parameter.value).toBe(5n);
  expect(() => {
    parameter.value = 'six';
  }).toThrow(/expected integer, got string "six"/);
  expect(parameter.value).toBe(5n);
});

test('message and parameter turn into each other', () => {
  const parameter = new Parameter('a', ParameterType.PARAMETER_INTEGER_ARRAY, [1, 2n]);
  const message = parameter.toParameterMessage();
  expect(message).toEqual({ name: 'a', value: { type: 7, integer_array_value: [1n, 2n] } });
  expect(Parameter.fromParameterMessage(message).value).toEqual([1n, 2n]);
  const bytes = new Parameter('b', ParameterType.PARAMETER_BYTE_ARRAY, Uint8Array.of(1, 255));
  expect(Parameter.fromParameterMessage(bytes.toParameterMessage()).value).toEqual([1, 255]);
  expect(() => new Parameter('b', ParameterType.PARAMETER_BYTE_ARRAY, [256])).toThrow(/byte array/);
});

test('floating-point ranges have no steps unless asked for', () => {
  expect(new FloatingPointRange(0, 10).inRange(5.5)).toBe(true);
  expect(new FloatingPointRange(0, 10).inRange(10.1)).toBe(false);
  expect(new FloatingPointRange(0, 10, 0.5).inRange(5.5)).toBe(true);
  expect(new FloatingPointRange(0, 10, 0.5).inRange(5.3)).toBe(false);
  expect(new FloatingPointRange(0, 10).inRange(NaN)).toBe(false);
});

test.each([
  [null, ParameterType.PARAMETER_NOT_SET],
  [true, ParameterType.PARAMETER_BOOL],
  [1, ParameterType.PARAMETER_INTEGER],
  [1n, ParameterType.PARAMETER_INTEGER],
  [1.5, ParameterType.PARAMETER_DOUBLE],
  ['x', ParameterType.PARAMETER_STRING],
  [Uint8Array.of(1), ParameterType.PARAMETER_BYTE_ARRAY],
  [Float64Array.of(1.5), ParameterType.PARAMETER_DOUBLE_ARRAY],
  [[1, 2.5], ParameterType.PARAMETER_DOUBLE_ARRAY],
  [[1n, 2n], ParameterType.PARAMETER_INTEGER_ARRAY],
  [['a'], ParameterType.PARAMETER_STRING_ARRAY],
  [[true], ParameterType.PARAMETER_BOOL_ARRAY],
  [['a', 1], undefined],
  [{}, undefined],
])('the type of %p', (value, type) => {
  expect(typeOfValue(value)).toBe(type);
});
