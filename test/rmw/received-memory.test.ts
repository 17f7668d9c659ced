/**
 * The memory of received messages is the receiver's own for as long as it is looked at, whatever is collected meanwhile; and it comes
 * back when nobody looks at it any more.
 */
import { Context, HistoryPolicy } from '@roslet/rmw';
import type {
  NativeContext,
  NativeContextOptions,
  NativePublisher,
  NativePublisherOptions,
} from '../../packages/rmw/src/native';
import { isolatedDomain } from '../support/domain';

const addon = jest.requireActual<{
  Context: new (options: NativeContextOptions) => NativeContext;
  Publisher: new (context: NativeContext, options: NativePublisherOptions) => NativePublisher;
}>('../../native');

const domain = isolatedDomain();

const TYPE = 'std_msgs/msg/UInt8MultiArray';
const KEEP_ALL = { history: HistoryPolicy.KEEP_ALL } as const;

interface Bytes {
  readonly data: Uint8Array;
}

function pair(receive: (message: Bytes) => void) {
  const context = new Context({ directory: domain.directory });
  const other = new Context({ directory: domain.directory });
  domain.onEnd(() => {
    context.close();
    other.close();
  });
  other
    .createNode('listener', '/', { active: true })
    .createSubscription<Bytes>(TYPE, '/bytes', KEEP_ALL, ({ message }) => receive(message));
  const publisher = context
    .createNode('talker', '/', { active: true })
    .createPublisher<Bytes>(TYPE, '/bytes', KEEP_ALL, { maxBytes: 32 * 1024 ** 2 });
  return { context, publisher };
}

async function sendAll(sizes: readonly number[], receive: (message: Bytes) => void): Promise<void> {
  let received = 0;
  const { context, publisher } = pair((message) => {
    received++;
    receive(message);
  });
  await context.graph.waitFor(() => publisher.subscriptionCount === 1);
  for (const [number, size] of sizes.entries()) {
    await publisher.publishWhenReady({ data: new Uint8Array(size).fill(1 + (number % 250)) });
  }
  await publisher.waitForAllAcked();
  while (received < sizes.length) await new Promise((resolve) => setImmediate(resolve));
}

/** Around every border between slab, shared buffer and a buffer of its own. */
const SIZES = [1, 100, 16_000, 16_363, 16_364, 16_400, 60_000, 65_536, 131_072, 262_000, 262_144, 300_000, 1_048_576];

test('messages that are kept stay as they were, while hundreds of megabytes go by', async () => {
  const sizes = Array.from({ length: 600 }, (_, number) => SIZES[number % SIZES.length] as number);
  const kept: [number, Bytes][] = [];
  let number = 0;
  await sendAll(sizes, (message) => {
    if (number % 7 === 0) kept.push([number, message]);
    number++;
  });
  expect(kept).toHaveLength(Math.ceil(600 / 7));
  for (const [at, { data }] of kept) {
    expect(data.byteLength).toBe(sizes[at]);
    expect(data.every((byte) => byte === 1 + (at % 250))).toBe(true);
  }
});

test('messages that nobody keeps leave no memory behind', async () => {
  const sizes = new Array<number>(1000).fill(1024 ** 2);
  let most = 0;
  await sendAll(sizes, () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  });
  // A gigabyte has come; V8 by itself would let a hundred megabytes and more lie about.
  expect(most).toBeLessThan(256 * 1024 ** 2);
});

describe('the function for small messages checks what TypeScript gives it', () => {
  function nativePublisher() {
    const context = new addon.Context({
      directory: domain.directory,
      domainId: 0,
      groupId: -1,
      libraryVersion: 'test',
      forceShmFailure: false,
      wait: 'park',
      adaptiveBudgetMicros: 0,
      onWake: () => undefined,
      onYoungFull: () => undefined,
    });
    domain.onEnd(() => context.close());
    const options = { entity: 1, reliable: true, transientLocal: true, depth: 3, maxBytes: 1e6 };
    return { context, publisher: new addon.Publisher(context, options) };
  }

  test.each([
    [3],
    [2049],
    [-1],
    [4.5],
    [NaN],
    [Infinity],
    ['20'],
    [undefined],
    [null],
    [{}],
    [4, -1],
    [4, 1.5],
    [4, NaN],
    [4, 'x'],
    [4, 2 ** 60],
  ])('send(%p, %p) is refused', (...given) => {
    const { publisher } = nativePublisher();
    const send = publisher.send as (...args: unknown[]) => unknown;
    expect(() => send(...given)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_NATIVE_ARGUMENT' }));
    expect(publisher.lastSequence).toBe(0);
  });

  test('send sends what is staged, and nothing after the end', () => {
    const { context, publisher } = nativePublisher();
    context.graphChanges();
    publisher.staging.set([0, 1, 0, 0], 4);
    expect(publisher.send(4)).toBe(1);
    expect(publisher.send(2048, 7)).toBe(2);
    const { send } = publisher;
    publisher.close();
    expect(() => send(4)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
    context.close();
    expect(() => send(4)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLOSED' }));
  });
});

test('what cannot be borrowed or published as a batch is said, and nothing is sent', async () => {
  const { context, publisher } = pair(() => undefined);
  await context.graph.waitFor(() => publisher.subscriptionCount === 1);
  const refused = (borrow: unknown, message: string) =>
    expect(() => publisher.borrow(borrow as number)).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_OPTION', message: expect.stringContaining(message) as string }),
    );
  refused(null, 'got null');
  refused('x', 'got x');
  refused(undefined, 'UInt8MultiArray has no fixed size');
  for (const messages of [5, undefined, null, {}]) {
    expect(() => publisher.publishBatch(messages as never)).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_OPTION' }),
    );
  }
  const loan = publisher.borrow(100);
  expect(() => publisher.publish({ data: new Uint8Array(1) })).toThrow(/a loan is out/);
  loan?.release();
});
