import { InterfaceRegistry } from '@roslet/interfaces';
import { type Delivery } from '../delivery';
import { type Node } from '../node';
import { DurabilityPolicy, HistoryPolicy, ReliabilityPolicy } from '../qos/policies';
import { QosProfiles } from '../qos/profiles';
import { closeContexts, fakeOf, settled, testContext } from '../testing/contexts.testing';
import type * as fake from '../testing/fake-addon.testing';

jest.mock('@roslet/native', () => jest.requireActual<typeof fake>('../testing/fake-addon.testing').createFakeAddon());

afterEach(closeContexts);

const STRING = 'std_msgs/msg/String';
const latched = { durability: DurabilityPolicy.TRANSIENT_LOCAL };

interface Text {
  readonly data: string;
}

/** A subscription that keeps what it gets. */
function listen(node: Node, topic = 'chatter', qos = {}) {
  const heard: string[] = [];
  const subscription = node.createSubscription<Text>(STRING, topic, qos, (delivery) =>
    heard.push(delivery.message.data),
  );
  return { heard, subscription };
}

const nodeIn = (context = testContext(), name = 'node') => context.createNode(name, '/', { active: true });

describe('a message', () => {
  test('published in the tick that created the subscription arrives', async () => {
    const node = nodeIn();
    const { heard } = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    expect(publisher.publish({ data: 'first' })).toEqual({ sequence: 1, status: 'sent' });
    await settled();
    expect(heard).toEqual(['first']);
  });

  test('arrives in the other context, whichever of the two endpoints came first', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const early = listen(two);
    await settled();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    publisher.publish({ data: 'a' });
    const late = listen(two);
    await settled();
    publisher.publish({ data: 'b' });
    await settled();
    expect(early.heard).toEqual(['a', 'b']);
    expect(late.heard).toEqual(['b']);
  });

  test('is not lost when it is published before the subscriber has heard of the publisher', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { heard } = listen(two);
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3']) publisher.publish({ data });
    await settled();
    expect(heard).toEqual(['1', '2', '3']);
  });

  test('of before a VOLATILE subscription does not reach it, the latched ones do', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const publisher = one.createPublisher<Text>(STRING, 'map', { ...latched, depth: 2 });
    for (const data of ['1', '2', '3']) publisher.publish({ data });
    const volatile = listen(two, 'map');
    const durable = listen(two, 'map', latched);
    const local = listen(one, 'map', latched);
    await settled();
    expect([volatile.heard, durable.heard, local.heard]).toEqual([[], ['2', '3'], ['2', '3']]);
  });

  test('that is no message of the type is refused, whether somebody reads or not, and leaves no trace', async () => {
    const node = nodeIn();
    const publisher = node.createPublisher(STRING, 'chatter');
    const wrong = { data: 7 };
    expect(() => publisher.publish(wrong)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_MESSAGE_INVALID' }));
    const { heard } = listen(node);
    expect(() => publisher.publish(wrong)).toThrow(/data/);
    publisher.publish({ data: 'right' });
    await settled();
    expect(heard).toEqual(['right']);
  });

  test('whose value is out of range is refused without readers, too', () => {
    const publisher = nodeIn().createPublisher('std_msgs/msg/UInt8', 'number');
    expect(() => publisher.publish({ data: 256 })).toThrow(/data/);
    expect(publisher.publish({ data: 255 }).status).toBe('no-readers');
  });

  test('of which a getter throws is aborted, and the next one goes through', async () => {
    const node = nodeIn();
    const { heard } = listen(node);
    const publisher = node.createPublisher(STRING, 'chatter');
    let reads = 0;
    const faulty = Object.defineProperty({}, 'data', {
      get: () => {
        if (++reads === 2) throw new Error('thrown by the getter');
        return 'x';
      },
    });
    expect(() => publisher.publish(faulty)).toThrow('thrown by the getter');
    publisher.publish({ data: 'next' });
    await settled();
    expect(heard).toEqual(['next']);
  });

  test('whose getter publishes on the same publisher is refused with the reason', () => {
    const node = nodeIn();
    listen(node);
    const publisher = node.createPublisher(STRING, 'chatter');
    let reads = 0;
    const nested = Object.defineProperty({}, 'data', {
      get: () => {
        if (++reads === 2) publisher.publish({ data: 'inner' });
        return 'x';
      },
    });
    expect(() => publisher.publish(nested)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_PUBLISH_REENTRANT' }));
  });

  test('whose getter destroys the publisher is refused', () => {
    const node = nodeIn();
    listen(node);
    const publisher = node.createPublisher(STRING, 'chatter');
    let reads = 0;
    const nasty = Object.defineProperty({}, 'data', {
      get: () => {
        if (++reads === 2) publisher.destroy();
        return 'x';
      },
    });
    expect(() => publisher.publish(nasty)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
  });

  test('keeps growing: the region is fetched anew', async () => {
    const node = nodeIn();
    const { heard } = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    const sizes = [0, 1, 500, 2000, 100, 100_000];
    for (const size of sizes) publisher.publish({ data: 'x'.repeat(size) });
    await settled();
    expect(heard.map((data) => data.length)).toEqual(sizes);
  });

  test('says where it came from and when', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const deliveries: Delivery[] = [];
    two.createSubscription(STRING, 'chatter', undefined, (delivery) => deliveries.push(delivery));
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    const before = BigInt(Date.now()) * 1_000_000n;
    publisher.publish({ data: 'a' });
    publisher.publish({ data: 'b' });
    await settled();
    expect(
      deliveries.map(({ info }) => [info.publicationSequenceNumber, info.receptionSequenceNumber, info.lost]),
    ).toEqual([
      [1, 1, 0],
      [2, 2, 0],
    ]);
    const info = deliveries[0]!.info;
    expect(info.publisherGid).toEqual(publisher.gid);
    expect(info.sourceTimestamp).toBeGreaterThanOrEqual(before);
    expect(info.receivedTimestamp).toBeGreaterThanOrEqual(info.sourceTimestamp);
    expect(info.fromIntraProcess).toBe(false);
    expect([...deliveries[0]!.bytes]).toEqual([0, 1, 0, 0, 2, 0, 0, 0, 97, 0]);
  });
});

describe('serialized messages', () => {
  const bytes = Uint8Array.of(0, 1, 0, 0, 2, 0, 0, 0, 97, 0);

  test('go in and out as they are, without a definition of the type', async () => {
    const context = testContext({ interfaces: new InterfaceRegistry({ directories: [] }) });
    const node = nodeIn(context);
    const heard: Uint8Array[] = [];
    node.createSubscription<Uint8Array>(
      'no_such/msg/Type',
      'raw',
      undefined,
      (delivery) => heard.push(delivery.message),
      { raw: true },
    );
    const publisher = node.createPublisher('no_such/msg/Type', 'raw', undefined, { raw: true });
    publisher.publishBytes(bytes);
    await settled();
    expect(heard.map((each) => [...each])).toEqual([[...bytes]]);
    expect(() => publisher.publish({ data: 'a' })).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_SERIALIZED' }));
  });

  test('of a known type are decoded by an ordinary subscription', async () => {
    const node = nodeIn();
    const { heard } = listen(node);
    node.createPublisher(STRING, 'chatter').publishBytes(Buffer.from(bytes));
    await settled();
    expect(heard).toEqual(['a']);
  });

  test.each([[undefined], ['text'], [new Uint8Array(3)], [new Float64Array(4)]])('%p is refused', (value) => {
    const publisher = nodeIn().createPublisher(STRING, 'chatter');
    expect(() => publisher.publishBytes(value as Uint8Array)).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_SERIALIZED' }),
    );
  });

  test('that do not decode are counted and reported once, and the handler does not see them', async () => {
    const context = testContext();
    const node = nodeIn(context);
    const lost: unknown[] = [];
    const heard: unknown[] = [];
    const subscription = node.createSubscription(
      STRING,
      'chatter',
      undefined,
      (delivery) => heard.push(delivery.message),
      {
        events: { messageLost: (event) => lost.push(event) },
      },
    );
    const publisher = node.createPublisher(STRING, 'chatter');
    for (let i = 0; i < 3; i++) publisher.publishBytes(Uint8Array.of(0, 1, 0, 0, 255, 0, 0, 0));
    publisher.publishBytes(bytes);
    await settled();
    expect(heard).toEqual([{ data: 'a' }]);
    expect(subscription.statistics().lost).toMatchObject({ invalid: 3, total: 3 });
    expect(lost).toEqual([1, 2, 3].map((total) => ({ total, change: 1 })));
    expect(context.warnings).toEqual([
      expect.objectContaining({
        code: 'undecodable',
        node: '/node',
        message: expect.stringContaining('subscription of /chatter'),
      }),
    ]);
  });
});

describe('a handler', () => {
  test('that throws is reported as an uncaught exception and does not stop the messages behind it', async () => {
    const node = nodeIn();
    const heard: string[] = [];
    const uncaught: unknown[] = [];
    const microtask = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      Promise.resolve()
        .then(task)
        .catch((error: unknown) => uncaught.push(error));
    });
    node.createSubscription<Text>(STRING, 'chatter', undefined, ({ message }) => {
      heard.push(message.data);
      if (message.data === '1') throw new Error('thrown by the handler');
    });
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2']) publisher.publish({ data });
    await settled();
    microtask.mockRestore();
    expect(heard).toEqual(['1', '2']);
    expect(uncaught).toEqual([expect.objectContaining({ message: 'thrown by the handler' })]);
  });

  test('may destroy its own subscription: it is not called again', async () => {
    const node = nodeIn();
    const heard: string[] = [];
    const subscription = node.createSubscription<Text>(STRING, 'chatter', undefined, ({ message }) => {
      heard.push(message.data);
      subscription.destroy();
    });
    const other = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2']) publisher.publish({ data });
    await settled();
    expect(heard).toEqual(['1']);
    expect(other.heard).toEqual(['1', '2']);
    expect(node.subscriptions).toEqual([other.subscription]);
  });

  test('may close the context', async () => {
    const context = testContext();
    const node = nodeIn(context);
    let calls = 0;
    node.createSubscription(STRING, 'chatter', undefined, () => {
      calls++;
      context.close();
    });
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2']) publisher.publish({ data });
    await settled();
    expect(calls).toBe(1);
    expect(context.isValid).toBe(false);
  });

  test('may spin: what waits is delivered inside it, in order, once', async () => {
    const node = nodeIn();
    const heard: string[] = [];
    node.createSubscription<Text>(STRING, 'chatter', undefined, ({ message }) => {
      heard.push(`${message.data} begins`);
      if (message.data === '1') node.context.spinOnce(0, 2);
      heard.push(`${message.data} ends`);
    });
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3', '4']) publisher.publish({ data });
    await settled();
    expect(heard).toEqual(['1 begins', '2 begins', '2 ends', '3 begins', '3 ends', '1 ends', '4 begins', '4 ends']);
  });

  test('may create a subscription and publish to it', async () => {
    const node = nodeIn();
    const inner: string[] = [];
    node.createSubscription(STRING, 'outer', undefined, () => {
      node.createSubscription<Text>(STRING, 'inner', undefined, ({ message }) => inner.push(message.data));
      node.createPublisher<Text>(STRING, 'inner').publish({ data: 'from within' });
    });
    node.createPublisher<Text>(STRING, 'outer').publish({ data: '' });
    await settled();
    expect(inner).toEqual(['from within']);
  });
});

describe('while a node is not active', () => {
  test('messages wait, and come in order when it is', async () => {
    const node = testContext().createNode('node');
    const { heard } = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    publisher.publish({ data: '1' });
    await settled();
    expect(heard).toEqual([]);
    node.active = true;
    publisher.publish({ data: '2' });
    await settled();
    expect(heard).toEqual(['1', '2']);
  });

  test('messages that were on their way when it was switched off are kept, before later ones', async () => {
    const node = nodeIn();
    const heard: string[] = [];
    node.createSubscription<Text>(STRING, 'chatter', undefined, ({ message }) => {
      heard.push(message.data);
      node.active = false;
    });
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3']) publisher.publish({ data });
    await settled();
    expect(heard).toEqual(['1']);
    publisher.publish({ data: '4' });
    for (const expected of [2, 3, 4]) {
      node.active = true;
      await settled();
      expect(heard).toHaveLength(expected);
    }
    expect(heard).toEqual(['1', '2', '3', '4']);
  });

  test('a message can be taken by hand', async () => {
    const node = testContext().createNode('node');
    const { heard, subscription } = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2']) publisher.publish({ data });
    expect(subscription.take()?.message).toEqual({ data: '1' });
    expect(subscription.take()?.message).toEqual({ data: '2' });
    expect(subscription.take()).toBeUndefined();
    node.active = true;
    await settled();
    expect(heard).toEqual([]);
  });
});

describe('spinOnce', () => {
  test('runs as many callbacks as asked, and says how many', () => {
    const node = nodeIn();
    const { heard } = listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3']) publisher.publish({ data });
    expect(node.context.spinOnce(0)).toBe(1);
    expect(heard).toEqual(['1']);
    expect(node.context.spinOnce(0, 5)).toBe(2);
    expect(node.context.spinOnce(0)).toBe(0);
    expect(heard).toEqual(['1', '2', '3']);
  });

  test('runs guard conditions, several triggers once', () => {
    const node = nodeIn();
    let runs = 0;
    const guard = node.createGuardCondition(() => runs++);
    expect(node.context.spinOnce(0)).toBe(0);
    guard.trigger();
    guard.trigger();
    expect(node.context.spinOnce(0)).toBe(1);
    expect(node.context.spinOnce(0)).toBe(0);
    expect(runs).toBe(1);
  });

  test.each([
    [Number.NaN, 1],
    ['1', 1],
    [0, 0],
    [0, Number.NaN],
  ])('refuses %p, %p', (timeout, max) => {
    expect(() => testContext().spinOnce(timeout as number, max)).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_OPTION' }),
    );
  });
});

describe('guard conditions', () => {
  test('run from the event loop, and wait while their node is not active', async () => {
    const node = testContext().createNode('node');
    let runs = 0;
    const guard = node.createGuardCondition(() => runs++);
    guard.trigger();
    await settled();
    expect(runs).toBe(0);
    node.active = true;
    await settled();
    expect(runs).toBe(1);
    guard.destroy();
    expect(() => guard.trigger()).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
  });
});

describe('endpoints that do not fit', () => {
  test('are reported once by each process, with topic, nodes, policy and both values', async () => {
    const [one, two] = [testContext(), testContext()];
    const publisher = nodeIn(one, 'talker').createPublisher<Text>(STRING, 'b', QosProfiles.sensorData);
    const events: unknown[] = [];
    const listener = nodeIn(two, 'listener');
    const heard: unknown[] = [];
    listener.createSubscription(STRING, 'b', undefined, (delivery) => heard.push(delivery), {
      events: {
        incompatibleQos: ({ total, mismatch, peer }) => events.push([total, mismatch.policy, peer.node.fullName]),
      },
    });
    await settled();
    for (let i = 0; i < 3; i++) publisher.publish({ data: '' });
    listener.createPublisher(STRING, 'unrelated');
    await settled();
    expect(heard).toEqual([]);
    expect(events).toEqual([[1, 'reliability', '/talker']]);
    expect(publisher.subscriptionCount).toBe(0);
    for (const { warnings } of [one, two]) {
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.code).toBe('incompatible-qos');
      for (const part of [
        '/b',
        '/talker',
        '/listener',
        'reliability',
        'RELIABLE subscription',
        'BEST_EFFORT publisher',
      ]) {
        expect(warnings[0]?.message).toContain(part);
      }
    }
    expect(two.warnings[0]?.node).toBe('/listener');
  });

  test('are reported once when both belong to one context', async () => {
    const context = testContext();
    const node = nodeIn(context);
    node.createSubscription(STRING, 'b', undefined, () => undefined);
    node.createPublisher(STRING, 'b', QosProfiles.sensorData);
    await settled();
    expect(context.warnings.map(({ code }) => code)).toEqual(['incompatible-qos']);
  });

  test('a duration is named with its policy', async () => {
    const context = testContext();
    const node = nodeIn(context);
    node.createSubscription(STRING, 'b', { deadline: 500_000_000n }, () => undefined);
    node.createPublisher(STRING, 'b');
    await settled();
    expect(context.warnings[0]?.message).toContain('requested 0.5 s, offered INFINITE');
  });

  test('types that differ are a warning that names both', async () => {
    const context = testContext();
    const node = nodeIn(context);
    const events: unknown[] = [];
    node.createSubscription(STRING, 'b', undefined, () => undefined, {
      events: { incompatibleType: ({ peer }) => events.push(peer.type) },
    });
    node.createPublisher('std_msgs/msg/Int32', 'b').publish({ data: 1 });
    await settled();
    expect(events).toEqual(['std_msgs/msg/Int32']);
    expect(context.warnings).toHaveLength(1);
    expect(context.warnings[0]).toMatchObject({ code: 'incompatible-type' });
    expect(context.warnings[0]?.message).toMatch(/std_msgs\/msg\/Int32.*std_msgs\/msg\/String/);
  });

  test('two versions of one type do not meet; the warning has both hashes', async () => {
    const registry = (text: string) => {
      const interfaces = new InterfaceRegistry();
      interfaces.define('a_pkg/msg/Thing', text);
      return interfaces;
    };
    const [one, two] = [
      testContext({ interfaces: registry('int32 a\n') }),
      testContext({ interfaces: registry('int64 a\n') }),
    ];
    const heard: unknown[] = [];
    nodeIn(two, 'two').createSubscription('a_pkg/msg/Thing', 'b', undefined, (delivery) => heard.push(delivery));
    two.flush();
    nodeIn(one, 'one').createPublisher('a_pkg/msg/Thing', 'b').publish({ a: 1 });
    await settled();
    expect(heard).toEqual([]);
    expect(two.warnings[0]?.message.match(/RIHS01_[0-9a-f]{64}/g)).toHaveLength(2);
  });

  test('matched endpoints are told of each other coming and going', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const events: unknown[] = [];
    const publisher = one.createPublisher(STRING, 'b', undefined, {
      events: { matched: (event) => events.push(event) },
    });
    const first = listen(two, 'b');
    listen(one, 'b');
    await settled();
    first.subscription.destroy();
    await settled();
    two.context.close();
    await settled();
    expect(publisher.subscriptionCount).toBe(1);
    expect(events).toEqual([
      { current: 1, change: 1, total: 1 },
      { current: 2, change: 1, total: 2 },
      { current: 1, change: -1, total: 2 },
    ]);
  });
});

describe('KEEP_ALL', () => {
  const keepAll = { history: HistoryPolicy.KEEP_ALL };

  test('refuses what readers have no room for, and takes it when they have', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { heard } = listen(two, 'b', keepAll);
    two.active = false;
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'b', keepAll, { maxBytes: 4096 });
    const data = 'x'.repeat(1000);
    const results = Array.from({ length: 6 }, () => publisher.publish({ data }).status);
    expect(results).toEqual(['sent', 'sent', 'sent', 'sent', 'backpressured', 'backpressured']);
    expect(publisher.publish({ data })).toEqual({ sequence: 0, status: 'backpressured' });
    const pending = publisher.publishWhenReady({ data });
    await expect(publisher.publishWhenReady({ data }, { maxBlockingTimeMillis: 5 })).rejects.toMatchObject({
      code: 'ERR_ROSLET_PUBLISH_TIMEOUT',
    });
    const aborted = publisher.publishWhenReady({ data }, { signal: AbortSignal.timeout(5) });
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    two.active = true;
    expect(await pending).toEqual({ sequence: 5, status: 'sent' });
    await publisher.ready();
    await settled();
    expect(heard).toHaveLength(5);
    expect(await publisher.waitForAllAcked()).toBe(true);
  });

  test('what is larger than the limit is an error with both numbers', () => {
    const node = nodeIn();
    listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter', undefined, { maxBytes: 4096 });
    expect(() => publisher.publish({ data: 'x'.repeat(5000) })).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_NO_SPACE', neededBytes: 5009, limitBytes: 4096 }),
    );
  });

  test('waitForAllAcked gives up when the time is over', async () => {
    const node = testContext().createNode('node');
    listen(node);
    const publisher = node.createPublisher<Text>(STRING, 'chatter');
    publisher.publish({ data: '' });
    expect(await publisher.waitForAllAcked(5)).toBe(false);
  });
});

test('a subscription with less depth than there are messages gets the newest, and is told how many it lost', async () => {
  const node = testContext().createNode('node');
  const lost: unknown[] = [];
  const heard: number[] = [];
  const subscription = node.createSubscription<{ data: number }>(
    'std_msgs/msg/Int32',
    'n',
    { depth: 2 },
    ({ message, info }) => heard.push(message.data, info.lost),
    { events: { messageLost: (event) => lost.push(event) } },
  );
  const publisher = node.createPublisher<{ data: number }>('std_msgs/msg/Int32', 'n');
  for (let data = 1; data <= 5; data++) publisher.publish({ data });
  node.active = true;
  await settled();
  expect(heard).toEqual([4, 3, 5, 0]);
  expect(lost).toEqual([{ total: 3, change: 3 }]);
  expect(subscription.statistics().lost).toEqual({ overwritten: 0, depth: 3, invalid: 0, total: 3 });
});

test('statistics count messages, bytes and readers, of endpoints and summed', async () => {
  const context = testContext();
  const node = nodeIn(context);
  const { subscription } = listen(node);
  const publisher = node.createPublisher<Text>(STRING, 'chatter', { reliability: ReliabilityPolicy.RELIABLE });
  publisher.publish({ data: 'abc' });
  publisher.publish({ data: 'abc' });
  await settled();
  expect(publisher.statistics()).toMatchObject({ sent: 2, sentBytes: 24, lastSequence: 2, readers: 1, path: 'ring' });
  expect(subscription.statistics()).toMatchObject({ received: 2, receivedBytes: 24, publishers: 1, via: { ring: 2 } });
  expect(context.statistics()).toEqual({
    sent: 2,
    sentBytes: 24,
    received: 2,
    receivedBytes: 24,
    lost: { noSpace: 0, overwritten: 0, depth: 0, invalid: 0 },
  });
});

test('what a publisher sent before it was destroyed still arrives', async () => {
  const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
  const remote = listen(two);
  const local = listen(one);
  await settled();
  const publisher = one.createPublisher<Text>(STRING, 'chatter');
  await settled();
  publisher.publish({ data: 'last' });
  publisher.destroy();
  await settled();
  expect([remote.heard, local.heard]).toEqual([['last'], ['last']]);
  expect(() => publisher.publish({ data: '' })).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
  expect(() => publisher.statistics()).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
});

test('twenty endpoints created in one tick are announced at once', async () => {
  const context = testContext();
  const node = nodeIn(context);
  for (let i = 0; i < 20; i++) node.createPublisher(STRING, `topic_${i}`);
  await settled();
  expect(fakeOf(context).catalogueWrites).toBe(1);
});
