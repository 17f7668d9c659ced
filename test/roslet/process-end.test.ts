import { isolatedDomain } from '../support/domain';
import { startUserProgram } from './user-program';

/** However a program ends, it ends with the code that its user expects and leaves no file behind. */

const domain = isolatedDomain();

const SPINNING = `
  const node = new rclnodejs.Node('spinner');
  node.createPublisher('std_msgs/msg/String', '/chatter').publish('hello');
  node.createSubscription('std_msgs/msg/String', '/chatter', () => {});
  node.createTimer(1000000n, () => {});
  node.spin();
`;

test.each([
  ['shuts down', `${SPINNING} setTimeout(() => rclnodejs.shutdown(), 20);`],
  ['shuts everything down', `${SPINNING} await rclnodejs.init(new rclnodejs.Context(7)); rclnodejs.shutdownAll();`],
  ['stops spinning', `${SPINNING} setTimeout(() => node.stop(), 20);`],
  ['destroys its node', `${SPINNING} setTimeout(() => node.destroy(), 20);`],
  ['never spins', `new rclnodejs.Node('idle').createPublisher('std_msgs/msg/String', '/chatter').publish('hello');`],
  [
    'stops spinning while a request is open',
    `${SPINNING} node.createClient('std_srvs/srv/Trigger', '/nobody').sendRequest({}, () => {}); setTimeout(() => node.stop(), 20);`,
  ],
  ['calls process.exit', `${SPINNING} setTimeout(() => process.exit(0), 20);`],
])('a program that %s ends with code 0', async (_how, body) => {
  await startUserProgram(domain, body).success();
});

test('an uncaught exception ends it with code 1', async () => {
  const program = startUserProgram(domain, `${SPINNING} setTimeout(() => { throw new Error('boom'); }, 20);`);
  expect(await program.exit).toEqual({ code: 1, signal: null });
  expect(program.errorLines.join('\n')).toMatch(/boom/);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends it by that very signal, after its exit handlers',
  async (signal) => {
    const program = startUserProgram(
      domain,
      `${SPINNING} process.on('exit', (code) => console.log('exit', code, rclnodejs.isShutdown())); console.log('up');`,
    );
    await program.line('up');
    program.signal(signal);
    expect(await program.exit).toEqual({ code: null, signal });
    expect(program.lines.at(-1)).toMatch(/^exit (129|130|143) true$/);
  },
);

test("with a listener of the program's own, SIGINT shuts down and the program decides how to end", async () => {
  const program = startUserProgram(
    domain,
    `${SPINNING} process.on('SIGINT', () => { console.log(rclnodejs.isShutdown()); process.exitCode = 3; }); console.log('up');`,
  );
  await program.line('up');
  program.signal('SIGINT');
  expect(await program.exit).toEqual({ code: 3, signal: null });
  expect(program.lines).toEqual(['up', 'true']);
});

test('without signal handlers, signals are the affair of the program alone', async () => {
  const program = startUserProgram(
    domain,
    `
    rclnodejs.removeSignalHandlers();
    ${SPINNING}
    process.on('SIGINT', () => { console.log(rclnodejs.isShutdown()); rclnodejs.shutdown(); });
    console.log('up');
  `,
  );
  await program.line('up');
  program.signal('SIGINT');
  expect(await program.success()).toEqual(['up', 'false']);
});

test('a worker thread has a context of its own', async () => {
  const program = startUserProgram(
    domain,
    `
    const { Worker } = await import('node:worker_threads');
    const node = new rclnodejs.Node('main');
    node.createSubscription('std_msgs/msg/String', '/chatter', ({ data }) => { console.log(data); rclnodejs.shutdown(); });
    node.spin();
    const worker = new Worker(\`
      const rclnodejs = require('roslet');
      rclnodejs.init().then(() => {
        new rclnodejs.Node('worker').createPublisher('std_msgs/msg/String', '/chatter').publish('from a worker');
        process.exit(0);
      });
    \`, { eval: true });
  `,
  );
  expect(await program.success()).toEqual(['from a worker']);
});

test('a context can be used again after its end by making another', async () => {
  const program = startUserProgram(
    domain,
    `
    const first = rclnodejs.Context.defaultContext();
    rclnodejs.shutdown();
    console.log(first.isShutdown(), first.isInitialized(), rclnodejs.isShutdown());
    try { new rclnodejs.Node('n', '', first); } catch (error) { console.log(error.code); }
    try { new rclnodejs.Node('n'); } catch (error) { console.log(error.code); }
    await rclnodejs.init();
    console.log(rclnodejs.Context.defaultContext() === first, new rclnodejs.Node('n').name());
    await rclnodejs.init().catch((error) => console.log(error.code));
    const other = new rclnodejs.Context(5n);
    console.log(other.isUninitialized());
    await rclnodejs.init(other);
    console.log(other.domainId, rclnodejs.Context.instances.length, new rclnodejs.Node('m', '', other).getNodeNames());
    rclnodejs.shutdownAll();
    console.log(rclnodejs.Context.instances.length);
  `,
  );
  expect(await program.success()).toEqual([
    'true false true',
    'CONTEXT_SHUTDOWN',
    'CONTEXT_NOT_INITIALIZED',
    'false n',
    'ALREADY_INITIALIZED',
    'true',
    `5n 2 [ 'm' ]`,
    '0',
  ]);
});
