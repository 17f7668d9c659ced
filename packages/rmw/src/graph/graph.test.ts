import { encodeCatalogue } from '../catalogue/encode';
import { NameError } from '../errors';
import { parseGid } from '../gid';
import { QosProfiles } from '../qos/profiles';
import { closeContexts, fakeOf, settled, testContext } from '../testing/contexts.testing';
import { native } from '../native';
import type { FakeAddon } from '../testing/fake-addon.testing';
import type * as fake from '../testing/fake-addon.testing';

jest.mock('@roslet/native', () => jest.requireActual<typeof fake>('../testing/fake-addon.testing').createFakeAddon());

afterEach(closeContexts);

const STRING = 'std_msgs/msg/String';
const ADD = 'example_interfaces/srv/AddTwoInts';

function robot() {
  const context = testContext();
  const node = context.createNode('camera', '/robot');
  node.createPublisher(STRING, 'image', QosProfiles.sensorData);
  node.createSubscription(STRING, '~/settings', undefined, () => undefined);
  node.createService(ADD, 'add', () => undefined);
  node.createClient(ADD, '/elsewhere/add');
  return { context, node };
}

test('own nodes and endpoints are visible in the tick that created them, without anything being told to others yet', () => {
  const { context } = robot();
  expect(context.graph.nodes()).toEqual([
    expect.objectContaining({
      name: 'camera',
      namespace: '/robot',
      fullName: '/robot/camera',
      enclave: '/',
      pid: process.pid,
    }),
  ]);
  expect(context.graph.topics()).toEqual([
    { name: '/robot/camera/settings', types: [STRING] },
    { name: '/robot/image', types: [STRING] },
  ]);
  expect(context.graph.services()).toEqual([
    { name: '/elsewhere/add', types: [ADD] },
    { name: '/robot/add', types: [ADD] },
  ]);
});

test('another context sees the same, with every detail', () => {
  const { node, context: robots } = robot();
  const observer = testContext();
  robots.flush();
  const { graph } = observer;
  expect(graph.nodes().map(({ fullName }) => fullName)).toEqual(['/robot/camera']);
  expect(graph.topics()).toEqual(robots.graph.topics());
  const [publisher] = graph.publishers('/robot/image');
  expect(publisher).toMatchObject({
    kind: 'publisher',
    name: '/robot/image',
    type: STRING,
    typeHash: 'RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18',
    qos: QosProfiles.sensorData,
    node: { fullName: '/robot/camera', contextId: robots.id },
  });
  expect(publisher?.gid).toEqual(node.publishers[0]?.gid);
  expect(parseGid(Buffer.from(publisher!.gid).toString('hex'))?.contextId).toBe(robots.id);
  expect(graph.subscriptions('/robot/camera/settings')).toHaveLength(1);
  expect(graph.serviceServers('/robot/add')).toHaveLength(1);
  expect(graph.clients('/elsewhere/add')).toHaveLength(1);
});

test('counts and queries by node agree with the lists', () => {
  const { context } = robot();
  const { graph } = context;
  expect([
    graph.countPublishers('/robot/image'),
    graph.countSubscriptions('/robot/camera/settings'),
    graph.countServices('/robot/add'),
    graph.countClients('/elsewhere/add'),
    graph.countPublishers('/nowhere'),
  ]).toEqual([1, 1, 1, 1, 0]);
  expect(graph.publishersOf('/robot/camera')).toEqual([{ name: '/robot/image', types: [STRING] }]);
  expect(graph.subscriptionsOf('/robot/camera')).toEqual([{ name: '/robot/camera/settings', types: [STRING] }]);
  expect(graph.servicesOf('/robot/camera')).toEqual([{ name: '/robot/add', types: [ADD] }]);
  expect(graph.clientsOf('/robot/camera')).toEqual([{ name: '/elsewhere/add', types: [ADD] }]);
  expect(graph.publishersOf('/nobody')).toEqual([]);
});

test('what is destroyed disappears, at home at once, elsewhere after the flush', async () => {
  const { context, node } = robot();
  const observer = testContext();
  await settled();
  expect(observer.graph.nodes()).toHaveLength(1);
  node.publishers[0]?.destroy();
  expect(context.graph.countPublishers('/robot/image')).toBe(0);
  await settled();
  expect(observer.graph.countPublishers('/robot/image')).toBe(0);
  node.destroy();
  expect(context.graph.topics()).toEqual([]);
  expect(context.graph.nodes()).toEqual([]);
  await settled();
  expect(observer.graph.nodes()).toEqual([]);
  expect(node.publishers).toEqual([]);
});

test('a context that closes takes its nodes with it', async () => {
  const { context } = robot();
  const observer = testContext();
  await settled();
  expect(observer.graph.nodes()).toHaveLength(1);
  context.close();
  await settled();
  expect(observer.graph.nodes()).toEqual([]);
  expect(observer.graph.topics()).toEqual([]);
});

describe('changes', () => {
  test('are told once a tick, own and others', async () => {
    const observer = testContext();
    let changes = 0;
    const stop = observer.graph.onChange(() => changes++);
    await settled();
    changes = 0;
    const { context } = robot();
    await settled();
    expect(changes).toBe(1);
    const node = observer.createNode('own');
    node.createPublisher(STRING, 'a');
    node.createPublisher(STRING, 'b');
    await settled();
    expect(changes).toBe(2);
    stop();
    context.close();
    await settled();
    expect(changes).toBe(2);
  });

  test('on and off take the same listener', async () => {
    const observer = testContext();
    let changes = 0;
    const listener = () => changes++;
    observer.graph.on('change', listener).on('change', listener);
    observer.createNode('one');
    await settled();
    expect(changes).toBe(1);
    observer.graph.off('change', listener);
    observer.createNode('two');
    await settled();
    expect(changes).toBe(1);
  });

  test('waitFor looks again at each of them', async () => {
    const observer = testContext();
    const waiting = observer.graph.waitFor(() => observer.graph.countPublishers('/robot/image') === 1);
    robot();
    expect(await waiting).toBe(true);
    expect(await observer.graph.waitFor(() => false, 5)).toBe(false);
    const faulty = observer.graph.waitFor(() => {
      throw new Error('thrown by the condition');
    });
    await expect(faulty).rejects.toThrow('thrown by the condition');
  });
});

describe('a context whose catalogue cannot be read', () => {
  test('is shown as such, warned about once, and read again when it is sound', async () => {
    const observer = testContext();
    const { context } = robot();
    await settled();
    const native = fakeOf(context);
    const sound = native.catalogue as Uint8Array;
    for (const hostile of [Uint8Array.of(1, 2, 3), sound.slice(0, 40), new Uint8Array(64)]) {
      native.setCatalogue(hostile);
      await settled();
    }
    expect(observer.graph.unreadable()).toEqual([{ contextId: context.id, pid: expect.any(Number) as number }]);
    expect(observer.graph.topics()).toEqual([]);
    expect(observer.warnings).toHaveLength(1);
    expect(observer.warnings[0]).toMatchObject({
      code: 'unreadable-context',
      message: expect.stringContaining(context.id) as string,
    });
    native.setCatalogue(sound);
    await settled();
    expect(observer.graph.unreadable()).toEqual([]);
    expect(observer.graph.topics()).toHaveLength(2);
  });

  test('an entity number given twice counts once', async () => {
    const observer = testContext();
    const { context } = robot();
    await settled();
    const endpoint = {
      entity: 5,
      kind: 'publisher',
      node: 0,
      name: '/twice',
      type: STRING,
      typeHash: '',
      qos: QosProfiles.default,
    } as const;
    const nodes = [{ name: 'n', namespace: '/', enclave: '/' }];
    fakeOf(context).setCatalogue(encodeCatalogue({ nodes, endpoints: [endpoint, endpoint] }));
    expect(observer.graph.publishers('/twice')).toHaveLength(1);
  });
});

describe('when there is no room for what a context has to tell', () => {
  test('it warns, goes on, and tells it when there is', async () => {
    const observer = testContext();
    const context = testContext();
    const native = fakeOf(context);
    const full = jest.spyOn(native, 'setCatalogue').mockImplementation(() => {
      throw new Error('no space left on device');
    });
    const node = context.createNode('n');
    const publisher = node.createPublisher<{ data: string }>(STRING, 'a');
    expect(publisher.publish({ data: '' }).status).toBe('no-readers');
    await settled();
    expect(context.warnings).toEqual([
      expect.objectContaining({ code: 'unannounced', message: expect.stringContaining('no space left') as string }),
    ]);
    expect(() => context.flush()).toThrow('no space left on device');
    full.mockRestore();
    publisher.publish({ data: '' });
    expect(observer.graph.countPublishers('/a')).toBe(1);
  });

  test('an endpoint that cannot be created leaves nothing behind', () => {
    const context = testContext();
    const node = context.createNode('n');
    const fakes = native as FakeAddon;
    const exhausted = jest.spyOn(fakes, 'Subscription').mockImplementation(() => {
      throw new Error('no free slot');
    });
    expect(() => node.createClient(ADD, 'add')).toThrow('no free slot');
    expect(() => node.createSubscription(STRING, 'a', 1, () => undefined)).toThrow('no free slot');
    exhausted.mockRestore();
    const noWriter = jest.spyOn(fakes, 'Publisher').mockImplementation(() => {
      throw new Error('no free slot');
    });
    expect(() => node.createClient(ADD, 'add')).toThrow('no free slot');
    noWriter.mockRestore();
    expect(fakeOf(context).publishers.size + fakeOf(context).subscriptions.size).toBe(0);
    expect(context.graph.endpointsOf('/n')).toEqual([]);
    expect(node.clients).toEqual([]);
  });
});

describe('nodes', () => {
  test('of one full name are a warning, in one process and in two', async () => {
    const [one, two] = [testContext(), testContext()];
    one.createNode('same', '/ns');
    one.createNode('same', '/ns');
    two.createNode('same', '/ns');
    two.createNode('same', '/other');
    await settled();
    for (const { warnings } of [one, two]) {
      expect(warnings).toEqual([expect.objectContaining({ code: 'duplicate-node', node: '/ns/same' })]);
    }
  });

  test('lie in the namespace they are given, absolute or not', () => {
    const context = testContext();
    expect(context.createNode('a').fullName).toBe('/a');
    expect(context.createNode('a', '').fullName).toBe('/a');
    expect(context.createNode('a', 'ns').fullName).toBe('/ns/a');
    expect(context.createNode('a', '/ns/sub').fullName).toBe('/ns/sub/a');
    expect(() => context.createNode('a b')).toThrow(NameError);
    expect(() => context.createNode('a', '/n s')).toThrow(NameError);
    expect(context.graph.nodes()).toHaveLength(4);
  });

  test('remap names after expanding them', () => {
    const node = testContext().createNode('n', '/ns', {
      remap: (kind, name) => (kind === 'topic' && name === '/ns/chatter' ? '/news' : name),
    });
    expect(node.resolveTopicName('chatter')).toBe('/news');
    expect(node.resolveServiceName('chatter')).toBe('/ns/chatter');
    expect(node.createPublisher(STRING, 'chatter').topic).toBe('/news');
  });

  test('refuse to work after they were destroyed, and destroying them again does nothing', () => {
    const node = testContext().createNode('n');
    node.destroy();
    node.destroy();
    const closed = expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' });
    expect(() => node.createPublisher(STRING, 'a')).toThrow(closed);
    expect(() => node.createSubscription(STRING, 'a', undefined, () => undefined)).toThrow(closed);
    expect(() => node.createService(ADD, 'a', () => undefined)).toThrow(closed);
    expect(() => node.createClient(ADD, 'a')).toThrow(closed);
    expect(() => node.createGuardCondition(() => undefined)).toThrow(closed);
  });

  test.each<[string, (node: ReturnType<typeof robot>['node']) => unknown]>([
    ['ERR_ROSLET_TYPE_NOT_FOUND', (node) => node.createPublisher('std_msgs/msg/Strin', 'a')],
    ['ERR_ROSLET_TYPE_NAME', (node) => node.createPublisher(ADD, 'a')],
    ['ERR_ROSLET_TYPE_NAME', (node) => node.createClient(STRING, 'a')],
    ['ERR_ROSLET_INTERFACE_KIND', (node) => node.createPublisher(5 as never, 'a')],
    ['ERR_ROSLET_NAME', (node) => node.createPublisher(STRING, 'a b')],
    ['ERR_ROSLET_NAME', (node) => node.createService(ADD, '', () => undefined)],
    ['ERR_ROSLET_QOS', (node) => node.createPublisher(STRING, 'a', { depth: -1 })],
    ['ERR_ROSLET_OPTION', (node) => node.createPublisher(STRING, 'a', 1, { maxBites: 1 } as never)],
    ['ERR_ROSLET_OPTION', (node) => node.createPublisher(STRING, 'a', 1, null as never)],
    ['ERR_ROSLET_OPTION', (node) => node.createSubscription(STRING, 'a', 1, 'print' as never)],
    [
      'ERR_ROSLET_OPTION',
      (node) => node.createSubscription(STRING, 'a', 1, () => undefined, { events: { unknown: 1 } } as never),
    ],
  ])('%s: a wrong argument leaves no endpoint behind', (code, create) => {
    const context = testContext();
    const node = context.createNode('n');
    expect(() => create(node)).toThrow(expect.objectContaining({ code }));
    expect(context.graph.endpointsOf('/n')).toEqual([]);
    expect(fakeOf(context).publishers.size + fakeOf(context).subscriptions.size).toBe(0);
  });
});

describe('a context', () => {
  test('that is closed with everything open leaves nothing open, and closing it again does nothing', async () => {
    const { context, node } = robot();
    const call = node.clients[0]!.call({ a: 1n, b: 1n }, { unavailable: 'pend' });
    const native = fakeOf(context);
    await settled();
    context.close();
    context.close();
    await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_CLOSED' });
    expect(node.isDestroyed).toBe(true);
    expect(native.closed).toBe(true);
    expect(native.publishers.size + native.subscriptions.size).toBe(0);
    expect(() => context.createNode('x')).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
    expect(() => context.spinOnce(0)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
    await settled();
  });

  test('closes with `using`', () => {
    const context = testContext();
    context[Symbol.dispose]();
    expect(context.isValid).toBe(false);
  });

  test('leaves one exit listener in the process, and none when all are closed', () => {
    const before = process.listenerCount('exit');
    const contexts = [testContext(), testContext(), testContext()];
    expect(process.listenerCount('exit')).toBe(before + 1);
    for (const context of contexts) context.close();
    expect(process.listenerCount('exit')).toBe(before);
  });
});
