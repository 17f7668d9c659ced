import {
  createMessage,
  createMessageObject,
  deserializeMessage,
  expandTopicName,
  init,
  isShutdown,
  isTopicOrServiceHidden,
  removeROSArgs,
  requireInterface,
  serializeMessage,
} from './functions';

describe('require', () => {
  test('gives the class of an interface, the same one for every way to name it', () => {
    const String = requireInterface('std_msgs/msg/String');
    expect(requireInterface({ package: 'std_msgs', type: 'msg', name: 'String' })).toBe(String);
    expect(requireInterface(String)).toBe(String);
    expect(String.type()).toEqual({ pkgName: 'std_msgs', subFolder: 'msg', interfaceName: 'String' });
    expect(new String({ data: 'x' }).toPlainObject()).toEqual({ data: 'x' });
  });

  test('gives services with their halves, and packages with all that they have', () => {
    const { Request, Response } = requireInterface('example_interfaces/srv/AddTwoInts');
    expect(new Request({ a: 1, b: 2 }).toPlainObject()).toEqual({ a: 1n, b: 2n });
    expect(new Response().toPlainObject()).toEqual({ sum: 0n });
    const loaded = requireInterface('std_msgs') as { msg: Record<string, unknown> };
    expect(loaded.msg.String).toBe(requireInterface('std_msgs/msg/String'));
  });

  test.each([
    ['std_msgs/msg/Strng', 'MESSAGE_NOT_FOUND', /Did you mean std_msgs\/msg\/String/],
    ['no_such_package', 'MESSAGE_NOT_FOUND', /no_such_package/],
    ['std_msgs/String', 'INVALID_INTERFACE_FORMAT', /kind/],
    [undefined, 'INVALID_INTERFACE_FORMAT', /undefined/],
    [class NoInterface {}, 'INVALID_INTERFACE_FORMAT', /function/],
  ])('refuses %p', (name, code, message) => {
    expect(() => requireInterface(name) as unknown).toThrow(message);
    expect(() => requireInterface(name) as unknown).toThrow(expect.objectContaining({ code }));
  });
});

test('messages can be made by name', () => {
  expect(createMessageObject('geometry_msgs/msg/Quaternion')).toEqual({ x: 0, y: 0, z: 0, w: 1 });
  const message = createMessage('std_msgs/msg/String');
  expect(message).toBeInstanceOf(requireInterface('std_msgs/msg/String'));
  message.data = 'x';
  expect(message.toPlainObject()).toEqual({ data: 'x' });
});

test('messages serialize and come back', () => {
  const String = requireInterface('std_msgs/msg/String');
  const bytes = serializeMessage(new String({ data: 'hi' }), String);
  expect(bytes.toString('hex')).toBe('0001000003000000686900');
  const message = deserializeMessage(bytes, String);
  expect(message).toBeInstanceOf(String);
  expect(message.data).toBe('hi');
  expect(() => deserializeMessage('hi' as unknown as Buffer, String)).toThrow(/expected Buffer/);
  expect(() => serializeMessage({}, {} as typeof String)).toThrow(/message class/);
});

test.each([
  ['chatter', 'talker', '/ns', '/ns/chatter'],
  ['chatter', 'talker', undefined, '/chatter'],
  ['chatter', 'talker', '', '/chatter'],
  ['~/status', 'talker', 'ns', '/ns/talker/status'],
  ['/{node}/x', 'talker', '/ns', '/talker/x'],
  ['/chatter', 'talker', '/ns', '/chatter'],
])('expandTopicName(%j, %j, %j)', (topic, node, namespace, expanded) => {
  expect(expandTopicName(topic, node, namespace)).toBe(expanded);
});

test('expandTopicName refuses what is no name', () => {
  expect(() => expandTopicName('bad topic', 'talker')).toThrow(expect.objectContaining({ code: 'INVALID_NAME' }));
  expect(() => expandTopicName(5 as unknown as string, 'talker')).toThrow(/expected string/);
});

test('hidden names have a part that begins with an underscore', () => {
  expect(isTopicOrServiceHidden('/arm/_internal/x')).toBe(true);
  expect(isTopicOrServiceHidden('/arm/in_ternal')).toBe(false);
});

test('removeROSArgs leaves the arguments of the program', () => {
  expect(removeROSArgs(['a', '--ros-args', '-r', 'x:=y', '--', 'b'])).toEqual(['a', 'b']);
  expect(() => removeROSArgs('a' as unknown as string[])).toThrow(/argv/);
  expect(() => removeROSArgs(['a', 5 as unknown as string])).toThrow(/argv\[1\].*string, got number 5/);
});

test('wrong arguments make init reject, and leave the context as it was', async () => {
  await expect(init(undefined, 'x' as unknown as string[])).rejects.toThrow(/array of strings/);
  await expect(init(undefined, ['--ros-args', '-r'])).rejects.toThrow(/value after -r/);
  expect(isShutdown()).toBe(true);
});
