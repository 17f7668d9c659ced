/**
 * The middleware across processes: who keeps a process alive, what its end leaves behind and what the others learn of it, worker
 * threads, and two copies of the package in one process.
 */
import { Context, type RmwWarning } from '@roslet/rmw';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { startSource } from '../support/program';

const domain = isolatedDomain();

const STRING = 'std_msgs/msg/String';
const SET = 'std_srvs/srv/SetBool';

/** Begins every program: a context, and a node that is spun. */
const PRELUDE = `
  const { Context, QosProfiles } = require('@roslet/rmw');
  const context = new Context();
  const node = context.createNode('program_' + process.pid, '/', { active: true });
`;

const start = (source: string, options = {}) => startSource(domain, 'commonjs', PRELUDE + source, options);

function join(name = 'test'): { context: Context; node: ReturnType<Context['createNode']>; warnings: RmwWarning[] } {
  const warnings: RmwWarning[] = [];
  const context = new Context({
    directory: domain.directory,
    domainId: 0,
    onWarning: (warning) => warnings.push(warning),
  });
  domain.onEnd(() => context.close());
  return { context, node: context.createNode(name, '/', { active: true }), warnings };
}

const SERVER = `
  const service = node.createService('${SET}', 'set', (request) => {
    if (request.message.data) service.respond(request, { success: true, message: '' });
    else console.log('has it');
  });
  context.setRef(true);
  console.log('serving');
`;

describe('a process', () => {
  test('ends by itself when nothing holds it, and leaves nothing behind', async () => {
    const program = start(`
      node.createPublisher('${STRING}', 'chatter').publish({ data: 'x' });
      node.createSubscription('${STRING}', 'chatter', undefined, () => {});
      node.createService('${SET}', 'set', () => {});
      node.createClient('${SET}', 'set');
    `);
    await program.success();
    expect(domain.leftovers()).toEqual([]);
  });

  test.each([
    ['process.exit', 'process.exit(3)', { code: 3, signal: null }],
    ['an uncaught exception', "throw new Error('on purpose')", { code: 1, signal: null }],
    [
      'an exception in a handler',
      `
      node.createSubscription('${STRING}', 'chatter', undefined, () => { throw new Error('on purpose'); });
      node.createPublisher('${STRING}', 'chatter').publish({ data: 'x' });
      context.setRef(true);`,
      { code: 1, signal: null },
    ],
  ])('that ends by %s leaves nothing behind', async (_how, source, status) => {
    const program = start(
      `node.createPublisher('${STRING}', 'latched', { durability: 1 }).publish({ data: 'x' });` + source,
    );
    expect(await program.exit).toEqual(status);
    expect(domain.leftovers()).toEqual([]);
  });

  test('stays alive with setRef(true), and ends when the context is closed', async () => {
    const program = start(
      `context.setRef(true); console.log('up'); process.stdin.once('data', () => { process.stdin.destroy(); context.close(); });`,
    );
    await program.line('up');
    program.write('');
    await program.success();
  });

  test('stays alive while it waits for a server and for an answer', async () => {
    const client = start(`
      const client = node.createClient('${SET}', 'set');
      client.waitForServer().then(() => client.call({ data: true })).then((response) => console.log('success', response.success));
      console.log('waiting');
    `);
    await client.line('waiting');
    const server = start(SERVER);
    expect(await client.success()).toContain('success true');
    server.signal('SIGTERM');
    await server.exit;
    const { context } = join();
    await context.graph.waitFor(() => context.graph.nodes().length === 1);
  });
});

describe('the others', () => {
  test('hear the last message of a process that publishes and ends at once', async () => {
    const { context, node } = join();
    const heard: string[] = [];
    node.createSubscription<{ data: string }>(STRING, 'chatter', undefined, ({ message }) => heard.push(message.data));
    context.flush();
    for (let round = 0; round < 5; round++) {
      const program = start(`node.createPublisher('${STRING}', 'chatter').publish({ data: 'round ${round}' });`);
      await program.success();
      await context.graph.waitFor(() => context.graph.nodes().length === 1);
      expect(heard.at(-1)).toBe(`round ${round}`);
    }
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'see a process that ends by %s leave the graph, and sweep up after it',
    async (signal) => {
      const { context } = join();
      const program = start(SERVER);
      await program.line('serving');
      expect(await context.graph.waitFor(() => context.graph.countServices('/set') === 1)).toBe(true);
      program.signal(signal);
      expect(await context.graph.waitFor(() => context.graph.countServices('/set') === 0)).toBe(true);
      await program.exit;
      context.close();
      expect(domain.leftovers()).toEqual([]);
    },
  );

  test('have their calls failed when the server is killed in the middle of one, and answered by the next server', async () => {
    const { node } = join();
    const client = node.createClient<{ data: boolean }, { success: boolean }>(SET, 'set');
    for (let round = 0; round < 3; round++) {
      const server = start(SERVER);
      await client.waitForServer();
      expect(await client.call({ data: true })).toMatchObject({ success: true });
      const call = client.call({ data: false });
      await server.line('has it');
      server.signal('SIGKILL');
      await expect(call).rejects.toMatchObject({ code: 'ERR_ROSLET_SERVICE_SERVER_DIED' });
      expect(client.isServerAvailable()).toBe(false);
    }
  });

  test('are warned once about a publisher whose reliability does not fit, in each process', async () => {
    const listener = join('listener');
    listener.node.createSubscription(STRING, 'b', undefined, () => undefined);
    listener.context.flush();
    const talker = start(`
      const publisher = node.createPublisher('${STRING}', 'b', QosProfiles.sensorData);
      for (let i = 0; i < 10; i++) publisher.publish({ data: 'x' });
      context.setRef(true);
      process.stdin.once('data', () => process.exit(0));
    `);
    const line = await talker.errorLine('[WARN]');
    for (const part of ['/b', '/listener', `/program_${talker.pid}`, 'reliability', 'RELIABLE', 'BEST_EFFORT'])
      expect(line).toContain(part);
    await listener.context.graph.waitFor(() => listener.warnings.length > 0);
    talker.write('');
    await talker.success();
    expect(talker.errorLines).toHaveLength(1);
    expect(listener.warnings.map(({ code }) => code)).toEqual(['incompatible-qos']);
  });
});

test('worker threads have contexts of their own, and one that is terminated leaves nothing', async () => {
  const program = start(`
    const { Worker } = require('node:worker_threads');
    const heard = new Set();
    node.createSubscription('${STRING}', 'chatter', { depth: 100 }, ({ message, info }) => {
      heard.add(message.data);
      if (heard.size === 3) {
        console.log([...heard].sort().join(), info.fromIntraProcess);
        Promise.all(workers.map((worker) => worker.terminate())).then(() =>
          context.graph.waitFor(() => context.graph.nodes().length === 1)).then(() => console.log('alone'));
      }
    });
    context.flush();
    const source = \`
      const { Context } = require('@roslet/rmw');
      const { workerData } = require('node:worker_threads');
      const context = new Context();
      context.setRef(true);
      context.createNode('worker_' + workerData).createPublisher('${STRING}', 'chatter').publish({ data: 'worker ' + workerData });
    \`;
    const workers = [1, 2, 3].map((workerData) => new Worker(source, { eval: true, workerData }));
  `);
  expect(await program.success()).toEqual(['worker 1,worker 2,worker 3 false', 'alone']);
  expect(domain.leftovers()).toEqual([]);
});

test('two copies of the package in one process talk to each other', async () => {
  const root = path.resolve(__dirname, '../..');
  const copy = mkdtempSync(path.join(os.tmpdir(), 'roslet-copy-'));
  domain.onEnd(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(path.join(root, 'packages/rmw/dist'), path.join(copy, 'dist'), { recursive: true });
  cpSync(path.join(root, 'packages/rmw/package.json'), path.join(copy, 'package.json'));
  symlinkSync(path.join(root, 'packages/rmw/node_modules'), path.join(copy, 'node_modules'));
  const program = start(`
    const other = require(${JSON.stringify(copy)});
    if (other.Context === Context) throw new Error('expected another copy');
    node.createSubscription('${STRING}', 'chatter', undefined, ({ message }) => {
      console.log(message.data);
      process.exit(0);
    });
    context.flush();
    new other.Context().createNode('other').createPublisher('${STRING}', 'chatter').publish({ data: 'from the copy' });
    context.setRef(true);
  `);
  expect(await program.success()).toEqual(['from the copy']);
  expect(domain.leftovers()).toEqual([]);
});

test('spinOnce wakes for a message of another process', async () => {
  const program = start(`
    node.createSubscription('${STRING}', 'chatter', undefined, ({ message }) => console.log('heard', message.data));
    context.flush();
    console.log('ready');
    console.log('ran', context.spinOnce(-1));
  `);
  await program.line('ready');
  const { node } = join();
  node.createPublisher(STRING, 'chatter').publish({ data: 'hello' });
  await program.line('heard hello');
  await program.line('ran 1');
  await program.success();
});

test('a wrong environment variable is an error that names it', async () => {
  const program = start('', { env: { ROS_DOMAIN_ID: '300' } });
  await program.errorLine(/EnvironmentError.*ROS_DOMAIN_ID.*0 to 232.*"300"/);
  expect(await program.exit).toEqual({ code: 1, signal: null });
});
