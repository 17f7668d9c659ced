import { type Delivery } from '../delivery';
import { type Client } from './client';
import { type Node } from '../node';
import { closeContexts, fakeOf, settled, testContext } from '../testing/contexts.testing';
import type * as fake from '../testing/fake-addon.testing';
import { type Service } from './service';

jest.mock('@roslet/native', () => jest.requireActual<typeof fake>('../testing/fake-addon.testing').createFakeAddon());

afterEach(closeContexts);

const ADD = 'example_interfaces/srv/AddTwoInts';

interface Pair {
  readonly a: bigint;
  readonly b: bigint;
}

interface Sum {
  readonly sum: bigint;
}

const nodeIn = (context = testContext(), name = 'node') => context.createNode(name, '/', { active: true });

/** A server that answers at once. */
function add(node: Node): Service<Pair, Sum> {
  const service: Service<Pair, Sum> = node.createService<Pair, Sum>(ADD, 'add', (request) => {
    service.respond(request, { sum: request.message.a + request.message.b });
  });
  return service;
}

/** A server that keeps its requests. */
function collect(node: Node) {
  const requests: Delivery<Pair>[] = [];
  const service = node.createService<Pair, Sum>(ADD, 'add', (request) => requests.push(request));
  return { service, requests };
}

const clientOf = (node: Node): Client<Pair, Sum> => node.createClient<Pair, Sum>(ADD, 'add');

describe('a call', () => {
  test('is answered within one context', async () => {
    const node = nodeIn();
    add(node);
    expect(await clientOf(node).call({ a: 2n, b: 3n })).toEqual({ sum: 5n });
  });

  test('is answered by another context, whichever side came first', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const early = clientOf(one);
    await settled();
    add(two);
    expect(await early.waitForServer()).toBe(true);
    const late = clientOf(one);
    expect(await Promise.all([early.call({ a: 1n, b: 1n }), late.call({ a: 2n, b: 2n })])).toEqual([
      { sum: 2n },
      { sum: 4n },
    ]);
  });

  test('gets its own answer, whatever the order of the answers', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { service, requests } = collect(two);
    two.context.flush();
    const clients = [clientOf(one), clientOf(one)];
    const calls = [0n, 1n, 2n, 3n, 4n].flatMap((a) => clients.map((client) => client.call({ a, b: 10n })));
    await settled();
    expect(requests).toHaveLength(10);
    for (const request of requests.reverse()) service.respond(request, { sum: request.message.a * request.message.b });
    expect(await Promise.all(calls)).toEqual([0n, 0n, 10n, 10n, 20n, 20n, 30n, 30n, 40n, 40n].map((sum) => ({ sum })));
    expect(service.statistics()).toMatchObject({ responsesSent: 10, responsesPending: 0, requests: { received: 10 } });
  });

  test('is seen and paid for by its own client only', async () => {
    const [one, two, three] = [
      nodeIn(testContext(), 'one'),
      nodeIn(testContext(), 'two'),
      nodeIn(testContext(), 'three'),
    ];
    add(two);
    two.context.flush();
    const [caller, bystander] = [clientOf(one), clientOf(three)];
    await settled();
    for (let i = 0n; i < 5n; i++) await caller.call({ a: i, b: i });
    await settled();
    expect(caller.statistics()).toMatchObject({ requestsSent: 5, lateResponses: 0, responses: { received: 5 } });
    expect(bystander.statistics()).toMatchObject({ lateResponses: 0, responses: { received: 0, receivedBytes: 0 } });
  });

  test('with a wrong request is rejected with the codec’s error, and nothing is pending', async () => {
    const node = nodeIn();
    add(node);
    const client = node.createClient(ADD, 'add');
    await expect(client.call({ a: 'two', b: 3n })).rejects.toMatchObject({ code: 'ERR_ROSLET_MESSAGE_INVALID' });
    expect(() => client.send({ a: 'two' }, () => undefined)).toThrow(/a/);
    expect(client.pending).toBe(0);
  });

  test('without a server is rejected, or pends as in ROS 2 until its timeout', async () => {
    const client = clientOf(nodeIn());
    await expect(client.call({ a: 1n, b: 1n })).rejects.toMatchObject({ code: 'ERR_ROSLET_SERVICE_UNAVAILABLE' });
    await expect(client.call({ a: 1n, b: 1n }, { unavailable: 'pend', timeout: 5 })).rejects.toMatchObject({
      code: 'ERR_ROSLET_SERVICE_TIMEOUT',
      name: 'TimeoutError',
    });
    expect(client.pending).toBe(0);
  });

  test('that pends is not carried out by a server that comes later', async () => {
    const node = nodeIn();
    const client = clientOf(node);
    const call = client.call({ a: 1n, b: 1n }, { unavailable: 'pend' });
    const { requests } = collect(node);
    await settled();
    expect(requests).toEqual([]);
    client.destroy();
    await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_CLOSED' });
  });

  test('ends at its timeout; the late answer is ignored and counted', async () => {
    const node = nodeIn();
    const { service, requests } = collect(node);
    const client = clientOf(node);
    await expect(client.call({ a: 1n, b: 1n }, { timeout: 5 })).rejects.toMatchObject({
      code: 'ERR_ROSLET_SERVICE_TIMEOUT',
    });
    service.respond(requests[0]!, { sum: 2n });
    await settled();
    expect(client.statistics()).toMatchObject({ pending: 0, lateResponses: 1 });
  });

  test('is aborted by its signal, with the signal’s reason', async () => {
    const node = nodeIn();
    collect(node);
    const client = clientOf(node);
    const abort = new AbortController();
    const call = client.call({ a: 1n, b: 1n }, { signal: abort.signal });
    abort.abort(new Error('not needed any more'));
    await expect(call).rejects.toThrow('not needed any more');
    await expect(client.call({ a: 1n, b: 1n }, { signal: abort.signal })).rejects.toThrow('not needed any more');
    expect(client.pending).toBe(0);
  });

  test('can be cancelled: neither callback runs', async () => {
    const node = nodeIn();
    add(node);
    const client = clientOf(node);
    const ran: unknown[] = [];
    const call = client.send(
      { a: 1n, b: 1n },
      (response) => ran.push(response),
      (error) => ran.push(error),
    );
    expect(client.cancel(call)).toBe(true);
    expect(client.cancel(call)).toBe(false);
    await settled();
    expect(ran).toEqual([]);
    expect(client.statistics().lateResponses).toBe(1);
  });

  test.each([{ timeout: 0 }, { timeout: -1 }, { timeout: '5' }, { timeout: Number.NaN }, { unavailable: 'wait' }])(
    'with the options %p is rejected',
    async (options) => {
      const node = nodeIn();
      collect(node);
      await expect(clientOf(node).call({ a: 1n, b: 1n }, options as object)).rejects.toMatchObject({
        code: 'ERR_ROSLET_OPTION',
      });
    },
  );

  test('a timeout longer than timers reach does not fire at once', async () => {
    const node = nodeIn();
    const { service, requests } = collect(node);
    const call = clientOf(node).call({ a: 1n, b: 1n }, { timeout: 2 ** 40 });
    await settled();
    service.respond(requests[0]!, { sum: 2n });
    expect(await call).toEqual({ sum: 2n });
  });

  test('whose response does not decode is rejected', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { service, requests } = collect(two);
    two.context.flush();
    const call = clientOf(one).call({ a: 1n, b: 1n });
    await settled();
    service.respond(requests[0]!, { sum: 2n });
    for (const publisher of fakeOf(two.context).publishers) {
      publisher.records = publisher.records.map((record) => ({ ...record, bytes: record.bytes.subarray(0, 6) }));
    }
    await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_SERVICE_RESPONSE' });
  });
});

describe('several servers', () => {
  test('all get the request, and the first answer counts', async () => {
    const [one, two, three] = [
      nodeIn(testContext(), 'one'),
      nodeIn(testContext(), 'two'),
      nodeIn(testContext(), 'three'),
    ];
    const [slow, quick] = [collect(two), collect(three)];
    await settled();
    const client = clientOf(one);
    const call = client.call({ a: 1n, b: 2n });
    await settled();
    quick.service.respond(quick.requests[0]!, { sum: 3n });
    expect(await call).toEqual({ sum: 3n });
    slow.service.respond(slow.requests[0]!, { sum: 4n });
    await settled();
    expect(client.statistics().lateResponses).toBe(1);
  });

  test('one that leaves does not fail the call, the last one does', async () => {
    const [one, two, three] = [
      nodeIn(testContext(), 'one'),
      nodeIn(testContext(), 'two'),
      nodeIn(testContext(), 'three'),
    ];
    const [first, second] = [collect(two), collect(three)];
    await settled();
    const client = clientOf(one);
    const call = client.call({ a: 1n, b: 2n });
    await settled();
    first.service.destroy();
    await settled();
    expect(client.pending).toBe(1);
    // A server that has never seen the request cannot answer it.
    collect(two);
    second.service.destroy();
    await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_SERVICE_SERVER_DIED' });
  });
});

describe('a server that leaves', () => {
  test('fails the calls it did not answer, and no others', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { service, requests } = collect(two);
    await settled();
    const client = clientOf(one);
    const calls = [client.call({ a: 1n, b: 0n }), client.call({ a: 2n, b: 0n })];
    await settled();
    service.respond(requests[1]!, { sum: 2n });
    two.context.close();
    await expect(calls[0]).rejects.toMatchObject({ code: 'ERR_ROSLET_SERVICE_SERVER_DIED' });
    expect(await calls[1]).toEqual({ sum: 2n });
    expect(client.isServerAvailable()).toBe(false);
  });

  test('fails calls at once even when their node is not spun, but keeps the answers it gave', async () => {
    const [one, two] = [testContext().createNode('one'), nodeIn(testContext(), 'two')];
    const { service, requests } = collect(two);
    await settled();
    const client = clientOf(one);
    const outcomes: unknown[] = [];
    for (const a of [1n, 2n]) {
      client.send(
        { a, b: 0n },
        (response) => outcomes.push(response),
        (error) => outcomes.push((error as { code: string }).code),
      );
    }
    await settled();
    service.respond(requests[0]!, { sum: 1n });
    two.context.close();
    await settled();
    expect(outcomes).toEqual(['ERR_ROSLET_SERVICE_SERVER_DIED']);
    one.active = true;
    await settled();
    expect(outcomes).toEqual(['ERR_ROSLET_SERVICE_SERVER_DIED', { sum: 1n }]);
  });
});

describe('a client that leaves', () => {
  test('fails its own calls', async () => {
    const node = nodeIn();
    collect(node);
    const client = clientOf(node);
    const call = client.call({ a: 1n, b: 1n });
    client.destroy();
    await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_CLOSED' });
    await expect(client.call({ a: 1n, b: 1n })).rejects.toMatchObject({ code: 'ERR_ROSLET_CLOSED' });
  });

  test('is told to the server that answers it', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const { service, requests } = collect(two);
    await settled();
    clientOf(one)
      .call({ a: 1n, b: 1n })
      .catch(() => undefined);
    await settled();
    one.context.close();
    expect(service.respond(requests[0]!, { sum: 2n })).toBe('client-gone');
    expect(service.statistics()).toMatchObject({ clientsGone: 1, responsesSent: 0 });
    expect(fakeOf(two.context).publishers.size).toBe(0);
  });
});

describe('responding', () => {
  test('twice, to something else, or with a wrong response is an error; after the last the request is still open', async () => {
    const node = nodeIn();
    const { service, requests } = collect(node);
    const call = clientOf(node).call({ a: 1n, b: 1n });
    await settled();
    const request = requests[0]!;
    const refused = expect.objectContaining({ code: 'ERR_ROSLET_SERVICE_REQUEST' });
    expect(() => service.respond({} as Delivery<Pair>, { sum: 1n })).toThrow(refused);
    const other = collect(node);
    expect(() => other.service.respond(request, { sum: 1n })).toThrow(refused);
    expect(() => service.respond(request, { sum: 'two' as never })).toThrow(/sum/);
    expect(service.respond(request, { sum: 2n })).toBe('sent');
    expect(() => service.respond(request, { sum: 3n })).toThrow(refused);
    expect(await call).toEqual({ sum: 2n });
  });

  test('to a client that does not read waits in the server, and arrives in order when it does', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const service = add(two);
    await settled();
    const client = clientOf(one);
    await client.call({ a: 0n, b: 0n });
    for (const { options } of fakeOf(two.context).publishers) Object.assign(options, { maxBytes: 30 });
    client.active = false;
    const order: bigint[] = [];
    const calls = [1n, 2n, 3n, 4n, 5n].map((a) => client.call({ a, b: 0n }).then(({ sum }) => order.push(sum)));
    await settled();
    expect(service.statistics().responsesPending).toBe(3);
    client.active = true;
    await Promise.all(calls);
    expect(order).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(service.statistics()).toMatchObject({ responsesPending: 0, responsesSent: 6 });
  });

  test('stops waiting when the client leaves', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const service = add(two);
    await settled();
    const client = clientOf(one);
    await client.call({ a: 0n, b: 0n });
    for (const { options } of fakeOf(two.context).publishers) Object.assign(options, { maxBytes: 30 });
    client.active = false;
    for (const a of [1n, 2n, 3n]) client.call({ a, b: 0n }).catch(() => undefined);
    await settled();
    expect(service.statistics().responsesPending).toBe(1);
    one.context.close();
    await settled();
    expect(service.statistics().responsesPending).toBe(0);
    expect(fakeOf(two.context).referenced).toBe(false);
  });
});

test('requests that the server leaves no room for wait in the client, and are answered in order', async () => {
  const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
  const service = add(two);
  await settled();
  const client = clientOf(one);
  for (const { options } of fakeOf(one.context).publishers) Object.assign(options, { maxBytes: 50 });
  two.active = false;
  const order: bigint[] = [];
  const calls = [1n, 2n, 3n, 4n, 5n].map((a) => client.call({ a, b: 0n }).then(({ sum }) => order.push(sum)));
  const givenUp = client.call({ a: 6n, b: 0n }, { timeout: 5 });
  await expect(givenUp).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(client.statistics()).toMatchObject({ requestsSent: 2, pending: 5 });
  two.active = true;
  await Promise.all(calls);
  expect(order).toEqual([1n, 2n, 3n, 4n, 5n]);
  // The one that was given up while it waited has not been carried out.
  await settled();
  expect(service.statistics().requests.received).toBe(5);
});

describe('waitForServer', () => {
  test('resolves when the server appears, and to false when the time is over', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const client = clientOf(one);
    expect(await client.waitForServer(0)).toBe(false);
    expect(await client.waitForServer(5)).toBe(false);
    const waiting = client.waitForServer();
    add(two);
    expect(await waiting).toBe(true);
  });

  test('keeps the process alive meanwhile, as a call does', async () => {
    const [one, two] = [nodeIn(testContext(), 'one'), nodeIn(testContext(), 'two')];
    const native = fakeOf(one.context);
    const client = clientOf(one);
    expect(native.referenced).toBe(false);
    const waiting = client.waitForServer();
    await settled();
    expect(native.referenced).toBe(true);
    add(two);
    await waiting;
    expect(native.referenced).toBe(false);
    const call = client.call({ a: 1n, b: 1n });
    expect(native.referenced).toBe(true);
    await call;
    expect(native.referenced).toBe(false);
  });

  test('ends when the client is destroyed, when the context is closed, and by its signal', async () => {
    const context = testContext();
    const node = nodeIn(context);
    const [destroyed, closed] = [clientOf(node), clientOf(node)];
    const waits = [destroyed.waitForServer(), closed.waitForServer()];
    const aborted = closed.waitForServer(-1, { signal: AbortSignal.timeout(5) });
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    destroyed.destroy();
    expect(await waits[0]).toBe(false);
    context.close();
    expect(await waits[1]).toBe(false);
    await expect(closed.waitForServer()).rejects.toMatchObject({ code: 'ERR_ROSLET_CLOSED' });
  });
});

test('a request that does not decode is counted, and the handler does not see it', async () => {
  const [one, two] = [nodeIn(testContext(), 'one'), testContext().createNode('two')];
  const { service, requests } = collect(two);
  two.context.flush();
  const client = clientOf(one);
  client.call({ a: 1n, b: 1n }).catch(() => undefined);
  await settled();
  for (const publisher of fakeOf(one.context).publishers) {
    publisher.records = publisher.records.map((record) => ({ ...record, bytes: record.bytes.subarray(0, 6) }));
  }
  two.active = true;
  await settled();
  expect(requests).toEqual([]);
  expect(service.statistics().requests.lost.invalid).toBe(1);
  client.destroy();
});

test('services of different types do not meet', async () => {
  const context = testContext();
  const node = nodeIn(context);
  add(node);
  const client = node.createClient('std_srvs/srv/Trigger', 'add');
  await settled();
  expect(client.isServerAvailable()).toBe(false);
  expect(context.warnings).toEqual([expect.objectContaining({ code: 'incompatible-type' })]);
});
