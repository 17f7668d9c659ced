import { RosletError } from '@roslet/interfaces';
import * as errors from '../errors';

test('an error tells its story in every form', () => {
  const cause = new errors.ParameterNotFoundError('speed', 'talker');
  const error = new errors.TimeoutError('Service request', 50, {
    nodeName: 'talker',
    entityType: 'client',
    entityName: '/add',
    cause,
  });
  expect(error).toBeInstanceOf(errors.OperationError);
  expect(error).toBeInstanceOf(errors.RclNodeError);
  expect(error).toBeInstanceOf(RosletError);
  expect(error.timeout).toBe(50);
  expect(String(error)).toBe(
    'TimeoutError: Service request timeout: no result within 50 ms [TIMEOUT] (node: talker) (client: /add)',
  );
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'TimeoutError',
    code: 'TIMEOUT',
    nodeName: 'talker',
    details: { timeoutMs: 50 },
    cause: { code: 'PARAMETER_NOT_FOUND', entityName: 'speed' },
  });
});

test('the code can be set, and is registered by default', () => {
  expect(new errors.OperationError('x', { code: 'MINE' }).code).toBe('MINE');
  const made = [
    new errors.RclNodeError('x'),
    new errors.ValidationError('x'),
    new errors.TypeValidationError('x', 1, 'string'),
    new errors.RangeValidationError('x', 1, '> 1'),
    new errors.NameValidationError('x', 'topic', 'bad', 0),
    new errors.MessageValidationError('x', []),
    new errors.OperationError('x'),
    new errors.TimeoutError('x', 1),
    new errors.AbortError('x'),
    new errors.ServiceNotFoundError('x'),
    new errors.ServiceServerDiedError('x'),
    new errors.NodeNotFoundError('x'),
    new errors.NativeError('x', 'y'),
    new errors.ParameterError('x', 'y'),
    new errors.ParameterNotFoundError('x', 'y'),
    new errors.ParameterTypeError('x', 'y', 'z'),
    new errors.ReadOnlyParameterError('x'),
    new errors.TopicError('x', 'y'),
    new errors.PublisherError('x', 'y'),
    new errors.SubscriptionError('x', 'y'),
    new errors.ActionError('x', 'y'),
    new errors.GoalRejectedError('x', 'y'),
    new errors.ActionServerNotFoundError('x'),
  ];
  expect(made.map(({ code }) => code).filter((code) => !(code in errors.ERROR_CODES))).toEqual([]);
  expect(made.map(({ name, constructor }) => name === constructor.name)).not.toContain(false);
});

test.each([
  ['text', 'string "text"'],
  ['x'.repeat(50), `string "${'x'.repeat(39)}…"`],
  [5n, 'bigint 5n'],
  [null, 'null'],
  [[1, 2], 'array of 2'],
  [new Map(), 'Map'],
  [{}, 'object'],
  [undefined, 'undefined'],
])('a wrong value is shown: %p', (value, shown) => {
  expect(new errors.TypeValidationError('x', value, 'number').message).toBe(
    `Invalid type for 'x': expected number, got ${shown}`,
  );
});
