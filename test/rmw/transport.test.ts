/**
 * What the middleware promises, over each way a message can take: several contexts in this process, which is all the same to them
 * (they share nothing but the domain's directory). Every promise is kept by shared memory and by datagrams alike.
 */
import {
  Context,
  type ContextOptions,
  DurabilityPolicy,
  HistoryPolicy,
  type Node,
  ReliabilityPolicy,
  type RmwWarning,
} from '@roslet/rmw';
import { isolatedDomain } from '../support/domain';

const domain = isolatedDomain();

const BYTES = 'std_msgs/msg/UInt8MultiArray';
const STRING = 'std_msgs/msg/String';
const ECHO = 'std_srvs/srv/SetBool';

const latched = { durability: DurabilityPolicy.TRANSIENT_LOCAL } as const;
const keepAll = { history: HistoryPolicy.KEEP_ALL } as const;

interface Text {
  readonly data: string;
}

interface Path {
  readonly name: string;
  /** Of the sender and the receiver. */
  readonly sender: ContextOptions;
  readonly receiver: ContextOptions;
  readonly path: string;
}

const failing = { forceShmFailure: true };

const paths: Path[] = [
  { name: 'shared memory', sender: {}, receiver: {}, path: 'ring' },
  { name: 'datagrams, the sender cannot create', sender: failing, receiver: {}, path: 'inline' },
  { name: 'datagrams, the receiver cannot map', sender: {}, receiver: failing, path: 'inline' },
  { name: 'datagrams, neither can', sender: failing, receiver: failing, path: 'inline' },
];

function join(options: ContextOptions = {}): Context & { warnings: RmwWarning[] } {
  const warnings: RmwWarning[] = [];
  const context = new Context({
    directory: domain.directory,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  domain.onEnd(() => context.close());
  return Object.assign(context, { warnings });
}

const nodeOf = (context: Context, name: string) => context.createNode(name, '/', { active: true });

/** Messages as they come, and a way to wait for so many. */
function inbox<T>() {
  const items: T[] = [];
  let wake = () => undefined as void;
  return {
    items,
    push: (item: T) => {
      items.push(item);
      wake();
    },
    until: async (count: number): Promise<T[]> => {
      while (items.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return items;
    },
  };
}

function listen(node: Node, topic: string, qos = {}) {
  const heard = inbox<string>();
  const subscription = node.createSubscription<Text>(STRING, topic, qos, ({ message }) => heard.push(message.data));
  return { ...heard, subscription };
}

describe.each(paths)('by $name', ({ sender, receiver, path }) => {
  let one: Node;
  let two: Node;

  beforeEach(() => {
    one = nodeOf(join(sender), 'one');
    two = nodeOf(join(receiver), 'two');
  });

  const contents = (size: number, seed: number) =>
    Uint8Array.from({ length: size }, (_, index) => (index * 31 + seed) & 255);

  test('messages of all sizes arrive byte by byte, in order', async () => {
    const sizes = [0, 1, 7, 8, 1023, 65_519, 65_520, 65_521, 65_536, 300_000, 1 << 20, (5 << 20) + 3];
    const received = inbox<Uint8Array>();
    two.createSubscription<{ data: Uint8Array }>(BYTES, 'bytes', { depth: 100 }, ({ message }) =>
      received.push(message.data),
    );
    two.context.flush();
    const publisher = one.createPublisher<{ data: Uint8Array }>(BYTES, 'bytes', { depth: 100 });
    sizes.forEach((size, seed) => publisher.publish({ data: contents(size, seed) }));
    const got = await received.until(sizes.length);
    expect(got.map((data) => data.byteLength)).toEqual(sizes);
    got.forEach((data, seed) => expect(Buffer.compare(data, contents(data.byteLength, seed))).toBe(0));
    expect(publisher.path).toBe(path);
  });

  test('what is published before the subscriber knows the publisher arrives, in the same process, too', async () => {
    const remote = listen(two, 'chatter');
    const local = listen(one, 'chatter');
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3']) expect(publisher.publish({ data }).status).toBe('sent');
    expect(await remote.until(3)).toEqual(['1', '2', '3']);
    expect(await local.until(3)).toEqual(['1', '2', '3']);
  });

  test('a late joiner gets the latched messages and then the live ones, none twice', async () => {
    const publisher = one.createPublisher<Text>(STRING, 'map', { ...latched, depth: 3 });
    const large = 'x'.repeat(100_000);
    for (const data of ['1', `2${large}`, '3', `4${large}`]) publisher.publish({ data });
    const late = listen(two, 'map', { ...latched, depth: 10 });
    const volatile = listen(two, 'map');
    await late.until(3);
    publisher.publish({ data: '5' });
    expect(await late.until(4)).toEqual([`2${large}`, '3', `4${large}`, '5']);
    expect(await volatile.until(1)).toEqual(['5']);
  });

  test('KEEP_ALL: nothing is lost to a slow reader, and the writer is told when there is room', async () => {
    const total = 2000;
    const received = inbox<number>();
    two.createSubscription<{ data: Uint8Array }>(BYTES, 'bytes', keepAll, ({ message }) =>
      received.push(new DataView(message.data.buffer, message.data.byteOffset).getUint32(0)),
    );
    two.active = false;
    two.context.flush();
    const publisher = one.createPublisher<{ data: Uint8Array }>(BYTES, 'bytes', keepAll, { maxBytes: 256 * 1024 });
    const data = new Uint8Array(1000);
    let refused = 0;
    const sending = (async () => {
      for (let i = 0; i < total; i++) {
        new DataView(data.buffer).setUint32(0, i);
        while (publisher.publish({ data }).status === 'backpressured') {
          refused++;
          two.active = true;
          await publisher.ready();
        }
      }
    })();
    expect(await received.until(total)).toEqual(Array.from({ length: total }, (_, index) => index));
    await sending;
    expect(refused).toBeGreaterThan(0);
    expect(await publisher.waitForAllAcked()).toBe(true);
    expect(publisher.statistics()).toMatchObject({ sent: total, readers: 1, lost: { noSpace: 0 } });
  });

  test('RELIABLE KEEP_LAST: none of the newest messages is lost in a burst', async () => {
    const received = inbox<string>();
    two.createSubscription<Text>(STRING, 'burst', { depth: 1000 }, ({ message }) => received.push(message.data));
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'burst', { depth: 1000 });
    for (let i = 0; i < 1000; i++) publisher.publish({ data: String(i) });
    expect(await received.until(1000)).toEqual(Array.from({ length: 1000 }, (_, index) => String(index)));
  });

  test('calls of any size are answered, each by its own answer', async () => {
    const service = two.createService<{ data: boolean }, { success: boolean; message: string }>(
      ECHO,
      'echo',
      (request) => {
        const { publicationSequenceNumber } = request.info;
        service.respond(request, {
          success: request.message.data,
          message: 'x'.repeat(publicationSequenceNumber * 20_000),
        });
      },
    );
    const client = one.createClient<{ data: boolean }, { success: boolean; message: string }>(ECHO, 'echo');
    expect(await client.waitForServer()).toBe(true);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => client.call({ data: n % 2 === 0 })));
    expect(answers.map(({ success, message }) => [success, message.length])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [n % 2 === 0, n * 20_000]),
    );
    expect(client.statistics()).toMatchObject({ requestsSent: 6, pending: 0, lateResponses: 0 });
  });

  test('a server that leaves after it answered some calls fails only the others', async () => {
    const service = two.createService<{ data: boolean }>(ECHO, 'echo', (request) => {
      if (request.message.data) service.respond(request, { success: true, message: '' });
      else two.context.close();
    });
    const client = one.createClient<{ data: boolean }, { success: boolean }>(ECHO, 'echo');
    await client.waitForServer();
    const calls = [client.call({ data: true }), client.call({ data: true }), client.call({ data: false })];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'ERR_ROSLET_SERVICE_SERVER_DIED' } });
  });

  test('the last messages of a publisher that is destroyed at once arrive', async () => {
    const { until } = listen(two, 'chatter');
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    for (const data of ['1', '2', '3']) publisher.publish({ data });
    publisher.destroy();
    expect(await until(3)).toEqual(['1', '2', '3']);
  });

  test('a message that does not decode is counted, and those behind it arrive', async () => {
    const { until, subscription } = listen(two, 'chatter');
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    publisher.publishBytes(Uint8Array.of(0, 1, 0, 0, 255, 255, 255, 255));
    publisher.publish({ data: 'sound' });
    expect(await until(1)).toEqual(['sound']);
    expect(subscription.statistics().lost).toMatchObject({ invalid: 1, total: 1 });
  });

  test('statistics say how messages went', async () => {
    const { until, subscription } = listen(two, 'chatter');
    two.context.flush();
    const publisher = one.createPublisher<Text>(STRING, 'chatter');
    publisher.publish({ data: 'abc' });
    await until(1);
    const via = subscription.statistics().via;
    expect(path === 'ring' ? via : { ...via, ring: 0 }).toEqual({
      ring: path === 'ring' ? 1 : 0,
      inline: path === 'ring' ? 0 : 1,
      durable: 0,
    });
    expect(publisher.statistics()).toMatchObject({
      sent: 1,
      sentBytes: 12,
      inlineSent: path === 'ring' ? 0 : 1,
      readers: 1,
    });
    const [peer] = one.context.inspect().filter(({ contextId }) => contextId === two.context.id);
    expect(peer?.readers).toEqual([expect.objectContaining({ received: 1, receivedBytes: 12 })]);
  });
});

test('spinOnce blocks until a message is there, and runs it', async () => {
  const [one, two] = [nodeOf(join(), 'one'), nodeOf(join(), 'two')];
  const { items } = listen(two, 'chatter');
  two.context.flush();
  one.createPublisher<Text>(STRING, 'chatter').publish({ data: 'now' });
  expect(two.context.spinOnce(-1)).toBe(1);
  expect(items).toEqual(['now']);
  expect(two.context.spinOnce(1)).toBe(0);
});

test('BEST_EFFORT talks to BEST_EFFORT, and both sides warn where RELIABLE is asked of it', async () => {
  const [first, second] = [join(), join()];
  const [one, two] = [nodeOf(first, 'talker'), nodeOf(second, 'listener')];
  const bestEffort = { reliability: ReliabilityPolicy.BEST_EFFORT };
  const { until } = listen(two, 'b', bestEffort);
  const reliable = listen(two, 'b');
  two.context.flush();
  const publisher = one.createPublisher<Text>(STRING, 'b', bestEffort);
  publisher.publish({ data: 'x' });
  expect(await until(1)).toEqual(['x']);
  expect(reliable.items).toEqual([]);
  // Both live in this process, so the subscriber's context alone reports the pair.
  expect([first.warnings, second.warnings].map((warnings) => warnings.length)).toEqual([0, 1]);
  expect(second.warnings[0]?.message).toContain('RELIABLE subscription of /b (node /listener)');
  expect(second.warnings[0]?.message).toContain('BEST_EFFORT publisher (node /talker)');
});

test('a graph of many contexts is complete everywhere', async () => {
  const contexts = Array.from({ length: 12 }, () => join());
  contexts.forEach((context, index) => {
    const node = context.createNode(`node_${index}`);
    for (let i = 0; i < 5; i++) node.createPublisher(STRING, `/topic_${i}`);
  });
  for (const context of contexts) context.flush();
  for (const { graph } of contexts) {
    expect(graph.nodes()).toHaveLength(12);
    for (let i = 0; i < 5; i++) expect(graph.countPublishers(`/topic_${i}`)).toBe(12);
  }
  contexts.slice(1).forEach((context) => context.close());
  expect(contexts[0]!.graph.nodes()).toHaveLength(1);
});

test('a warning that is published while it interrupts a publish does not take the place of the message', async () => {
  const heard = inbox<string>();
  const talker = join({ onWarning: () => void publisher.publish({ data: 'a warning' }) });
  const talking = nodeOf(talker, 'talker');
  const publisher = talking.createPublisher<Text>(STRING, '/log');
  talking.createSubscription(STRING, '/other', {}, () => undefined);
  talker.flush();
  const listener = join();
  const listening = nodeOf(listener, 'listener');
  listening.createSubscription<Text>(STRING, '/log', {}, ({ message }) => heard.push(message.data));
  listening.createPublisher(STRING, '/other', { reliability: ReliabilityPolicy.BEST_EFFORT });
  listener.flush();
  // Finds that the graph has changed, and warns in the middle.
  publisher.publish({ data: 'the message' });
  expect(await heard.until(2)).toEqual(['a warning', 'the message']);
});
