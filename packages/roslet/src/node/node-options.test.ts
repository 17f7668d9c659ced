import { Parameter } from '../parameters/parameter';
import { ParameterType } from '../parameters/type';
import { completeNodeOptions, NodeOptions } from './node-options';

const parameter = new Parameter('a', ParameterType.PARAMETER_BOOL, true);

test('options have the defaults of rclnodejs', () => {
  expect(completeNodeOptions(undefined, 'n')).toMatchObject({
    startParameterServices: true,
    parameterOverrides: [],
    automaticallyDeclareParametersFromOverrides: false,
    startTypeDescriptionService: true,
    enableRosout: true,
    rosoutQos: null,
    enableLoggerService: false,
  });
});

test('an object may hold some of them', () => {
  const options = completeNodeOptions(
    { enableRosout: false, parameterOverrides: [parameter], enableLoggerService: undefined },
    'n',
  );
  expect(options.enableRosout).toBe(false);
  expect(options.enableLoggerService).toBe(false);
  expect(options.parameterOverrides).toEqual([parameter]);
});

test('a single override is a list of one', () => {
  const options = new NodeOptions();
  options.parameterOverrides = parameter;
  expect(options.parameterOverrides).toEqual([parameter]);
  options.parameterOverrides = null;
  expect(options.parameterOverrides).toEqual([]);
});

test.each([
  ['yes', /options.*expected NodeOptions, got string "yes"/],
  [{ enableRosout: 'no' }, /enableRosout.*boolean, got string "no"/],
  [{ parameterOverrides: 5 }, /array of Parameter/],
  [{ parameterOverrides: [{ name: 'a' }] }, /expected Parameter, got object/],
])('%j is refused', (options, message) => {
  expect(() => completeNodeOptions(options, 'n')).toThrow(message);
});
