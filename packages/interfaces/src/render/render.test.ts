import { InterfaceRegistry } from '../registry/interface-registry';
import { parseMessage } from '../parse/interface-file';
import { definitionText } from './definition-text';
import { prototypeOf } from './prototype';
import { renderInterface } from './render-interface';

const registry = new InterfaceRegistry({ environment: {} });
registry.define(
  'my_msgs/msg/Inner',
  '# Inner head.\n\nuint8 KIND=1 # constant\nstring text "a # b" # beside\n# below nothing\n',
);
registry.define(
  'my_msgs/msg/Outer',
  '# Outer head.\n\n# Above.\nInner[] inner  # many\n\nfloat64 x 1.5   # metres\nbuiltin_interfaces/Time at\n',
);
registry.define('my_msgs/srv/Ask', '# Question.\nInner inner\n---\n# Answer.\nbool ok # yes\n');
registry.define('my_msgs/action/Go', 'int8 a\n---\nint8 b\n---\nInner c\n');

test('shows the definition with nested types expanded and its own comments', () => {
  expect(renderInterface(registry, 'my_msgs/msg/Outer', { comments: 'own' })).toBe(
    [
      '# Outer head.',
      '',
      '# Above.',
      'Inner[] inner  # many',
      '\tuint8 KIND=1',
      '\tstring text "a # b"',
      '',
      'float64 x 1.5   # metres',
      'builtin_interfaces/Time at',
      '\tint32 sec',
      '\tuint32 nanosec',
      '',
    ].join('\n'),
  );
});

test('shows all comments, or none', () => {
  expect(renderInterface(registry, 'my_msgs/msg/Outer', { comments: 'all' })).toContain(
    'Inner[] inner  # many\n\t# Inner head.\n\tuint8 KIND=1 # constant\n\tstring text "a # b" # beside\n\t# below nothing\n',
  );
  expect(renderInterface(registry, 'my_msgs/msg/Outer', { comments: 'none', expand: false })).toBe(
    'Inner[] inner\n\nfloat64 x 1.5\nbuiltin_interfaces/Time at\n',
  );
});

test('services and actions keep their separators', () => {
  expect(renderInterface(registry, 'my_msgs/srv/Ask')).toBe(
    '# Question.\nInner inner\n\tuint8 KIND=1\n\tstring text "a # b"\n---\n# Answer.\nbool ok # yes\n',
  );
  expect(renderInterface(registry, 'my_msgs/Go', { comments: 'none', expand: false })).toBe(
    'int8 a\n---\nint8 b\n---\nInner c\n',
  );
  expect(renderInterface(registry, 'std_srvs/srv/Empty', { comments: 'none' })).toBe('---\n');
});

test('derived structures are shown although no file holds them', () => {
  expect(renderInterface(registry, 'my_msgs/action/Go_SendGoal', { comments: 'none' })).toBe(
    [
      'unique_identifier_msgs/UUID goal_id',
      '\tuint8[16] uuid',
      'my_msgs/action/Go_Goal goal',
      '\tint8 a',
      '---',
      'bool accepted',
      'builtin_interfaces/Time stamp',
      '\tint32 sec',
      '\tuint32 nanosec',
      '',
    ].join('\n'),
  );
});

test('every shipped interface can be shown with and without its comments', () => {
  for (const name of registry.list()) {
    const bare = renderInterface(registry, name, { comments: 'none' });
    expect(bare).not.toMatch(/^\s*#/m);
    expect(renderInterface(registry, name, { comments: 'all' }).length).toBeGreaterThanOrEqual(bare.length);
  }
});

test('a definition written from its description parses to the same', () => {
  for (const name of registry.list({ kind: 'msg' })) {
    const { fields, constants } = registry.message(name);
    const again = parseMessage(name, definitionText({ name, fields, constants }));
    const bare = <T extends { comment?: readonly string[] }>({ comment: _comment, ...rest }: T): object => rest;
    expect(again.fields).toEqual(fields.map(bare));
    expect(again.constants).toEqual(constants.map(bare));
  }
});

test('a prototype is plain data with the defaults of what is sent', () => {
  expect(prototypeOf(registry, 'geometry_msgs/msg/Quaternion')).toEqual({ x: 0, y: 0, z: 0, w: 1 });
  expect(prototypeOf(registry, 'example_interfaces/srv/AddTwoInts')).toEqual({ a: 0n, b: 0n });
  expect(prototypeOf(registry, 'test_msgs/action/Fibonacci')).toEqual({ order: 0 });
  expect(prototypeOf(registry, 'test_msgs/action/Fibonacci_GetResult')).toEqual({
    goal_id: { uuid: new Array(16).fill(0) },
  });
  expect(prototypeOf(registry, 'sensor_msgs/Imu').orientation_covariance).toEqual(new Array(9).fill(0));
});
