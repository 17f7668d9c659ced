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

test.each(MODULE_SYSTEMS)(
  'messages that are written where others read them, and many at once (%s)',
  async (moduleSystem) => {
    const listening = startUserProgram(
      domain,
      `
    const node = new rclnodejs.Node('listener');
    // Topics have no order among each other.
    let left = 3;
    const report = (...words) => {
      console.log(...words);
      if (--left === 0) rclnodejs.shutdown();
    };
    node.createSubscription('geometry_msgs/msg/Twist', '/twist', (twist) => report(twist.linear.x, twist.angular.z));
    node.createSubscription('std_msgs/msg/UInt8MultiArray', '/bytes', { loan: true }, (message) => {
      report(message.data.length, message.data.every((byte) => byte === 9), rclnodejs.loanOf(message).isShared);
    });
    const numbers = [];
    node.createSubscription('std_msgs/msg/Int32', '/numbers', { qos: rclnodejs.QoS.profileServicesDefault }, ({ data }) => {
      if (numbers.push(data) === 10) report(numbers.join());
    });
    node.spin();
    console.log('ready');
  `,
      { moduleSystem, env },
    );
    await listening.line('ready');
    const talking = startUserProgram(
      domain,
      `
    const node = new rclnodejs.Node('talker');
    const twists = node.createPublisher('geometry_msgs/msg/Twist', '/twist');
    const loan = twists.borrow();
    loan.message.linear.x = 1.5;
    loan.message.angular.z = -2;
    twists.publish(loan);
    try { twists.publish(loan); } catch (error) { console.log(error.code); }
    twists.borrow().release();

    const bytes = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/bytes');
    const body = 4 + 4 + 4 + 4; // header; layout: no dimensions, offset; length
    const large = bytes.borrow(body + 100000);
    const view = new DataView(large.bytes.buffer, large.bytes.byteOffset);
    for (const at of [4, 8]) view.setUint32(at, 0, true);
    view.setUint32(12, 100000, true);
    large.bytes.fill(9, body);
    console.log(large.isShared);
    bytes.publish(large);
    try { bytes.borrow(); } catch (error) { console.log(error.code); }

    const numbers = node.createPublisher('std_msgs/msg/Int32', '/numbers');
    console.log(numbers.publishBatch(Array.from({ length: 10 }, (_, data) => ({ data }))));
    rclnodejs.shutdown();
  `,
      { moduleSystem, env },
    );
    expect(await talking.success()).toEqual(['ERR_ROSLET_OPTION', 'true', 'ERR_ROSLET_OPTION', '10']);
    expect([...(await listening.success())].sort()).toEqual([
      '0,1,2,3,4,5,6,7,8,9',
      '1.5 -2',
      '100000 true true',
      'ready',
    ]);
  },
);
