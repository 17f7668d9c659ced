/** Loans as programs of the client library see them: the option `loan: true`, and `loanOf(message)`. */
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { MODULE_SYSTEMS, startUserProgram } from './user-program';

const domain = isolatedDomain();
const env = { ROSLET_INTERFACE_PATH: path.join(__dirname, '../acceptance/interfaces') };

test.each(MODULE_SYSTEMS)('requests and responses on loan (%s)', async (moduleSystem) => {
  const serving = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('server');
    node.createService('acceptance_msgs/srv/Echo', '/echo', { loan: true }, async (request) => {
      const loan = rclnodejs.loanOf(request);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const response = { data: request.data.map((byte) => byte + 1) };
      loan.release();
      console.log('request', loan.isShared, request.data.length);
      return response;
    });
    node.spin();
    console.log('serving');
    process.stdin.once('data', () => { process.stdin.destroy(); rclnodejs.shutdown(); });
  `,
    { moduleSystem, env },
  );
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('client');
    const client = node.createClient('acceptance_msgs/srv/Echo', '/echo', { loan: true });
    const copying = node.createClient('acceptance_msgs/srv/Echo', '/echo');
    const plain = node.createClient('acceptance_msgs/srv/Echo', '/echo', { loan: true, enableTypedArray: false });
    node.spin();
    for (const each of [client, copying, plain]) await each.waitForService();
    const report = (response) => {
      const { data } = response;
      const loan = rclnodejs.loanOf(response);
      const whole = data.every((byte) => byte === 8);
      loan.release();
      console.log(loan.isShared, data.constructor.name, whole, data.length);
    };
    for (const size of [100, 100000]) report(await client.sendRequestAsync({ data: new Uint8Array(size).fill(7) }));
    for (const each of [copying, plain]) report(await each.sendRequestAsync({ data: new Uint8Array(100000).fill(7) }));
    await new Promise((resolve) => client.sendRequest({ data: new Uint8Array(100000).fill(7) }, (response) => {
      report(response);
      resolve();
    }));
    rclnodejs.shutdown();
  `,
    { moduleSystem, env },
  );
  expect(await calling.success()).toEqual([
    'false Uint8Array true 100',
    'true Uint8Array true 0',
    'false Uint8Array true 100000',
    'false Array true 100000',
    'true Uint8Array true 0',
  ]);
  serving.write('end');
  expect(await serving.success()).toEqual(['serving', 'request false 100', ...Array(4).fill('request true 0')]);
});

test('messages on loan, decoded and raw', async () => {
  const hearing = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('listener');
    const type = 'std_msgs/msg/UInt8MultiArray';
    let left = 2;
    const report = (what, message, bytes) => {
      const loan = rclnodejs.loanOf(message);
      const last = bytes().at(-1);
      loan.release();
      console.log(what, loan.isShared, last, bytes().length);
      if (--left === 0) rclnodejs.shutdown();
    };
    node.createSubscription(type, '/bytes', { loan: true }, (message) => report('decoded', message, () => message.data));
    node.createSubscription(type, '/bytes', { loan: true, isRaw: true }, (raw) => report('raw', raw, () => raw));
    node.spin();
    console.log('ready');
  `,
  );
  await hearing.line('ready');
  await startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('talker');
    const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/bytes');
    publisher.publish({ data: new Uint8Array(100000).fill(9) });
    rclnodejs.shutdown();
  `,
  ).success();
  expect([...(await hearing.success())].sort()).toEqual(['decoded true 9 0', 'raw true 9 0', 'ready']);
});

test('an option that is no yes or no is refused', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('node');
    try {
      node.createClient('std_srvs/srv/Trigger', '/go', { loan: 'yes' });
    } catch (error) {
      console.log(error.code, error.message);
    }
    rclnodejs.shutdown();
  `,
  );
  expect((await program.success()).join()).toMatch(/^ERR_ROSLET_OPTION .*loan/);
});
