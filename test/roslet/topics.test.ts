import { isolatedDomain } from '../support/domain';
import { MODULE_SYSTEMS, startUserProgram, type ModuleSystem } from './user-program';

const domain = isolatedDomain();

const LISTENER = `
  const node = new rclnodejs.Node('listener');
  node.createSubscription('std_msgs/msg/String', '/chatter', (message) => {
    console.log('heard ' + message.data);
    if (message.data === 'last') rclnodejs.shutdown();
  });
  node.spin();
  console.log('ready');
`;

const TALKER = `
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', '/chatter');
  for (const data of ['one', 'two', 'last']) publisher.publish({ data });
  rclnodejs.shutdown();
`;

const pairs = MODULE_SYSTEMS.flatMap((talker) =>
  MODULE_SYSTEMS.map((listener): [ModuleSystem, ModuleSystem] => [talker, listener]),
);

test.each(pairs)('a talker (%s) is heard by a listener (%s) in another process', async (talker, listener) => {
  const hearing = startUserProgram(domain, LISTENER, { moduleSystem: listener });
  await hearing.line('ready');
  await startUserProgram(domain, TALKER, { moduleSystem: talker }).success();
  expect(await hearing.success()).toEqual(['ready', 'heard one', 'heard two', 'heard last']);
});

test('a message published in the tick that created the subscription arrives', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('both');
    node.createSubscription('std_msgs/msg/Int32', 'number', (message) => {
      console.log(message.data);
      rclnodejs.shutdown();
    });
    node.createPublisher('std_msgs/msg/Int32', 'number').publish({ data: 42 });
    node.spin();
  `,
  );
  expect(await program.success()).toEqual(['42']);
});

test('a late joiner gets what was latched, in order, before what comes', async () => {
  const publisher = startUserProgram(
    domain,
    `
    const { QoS } = rclnodejs;
    const node = new rclnodejs.Node('map_server');
    const qos = new QoS(
      QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, 3,
      QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
      QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
    );
    const publisher = node.createPublisher('std_msgs/msg/Int32', '/latched', { qos });
    for (let data = 1; data <= 5; data++) publisher.publish({ data });
    console.log('latched');
    process.stdin.once('data', () => { publisher.publish({ data: 6 }); process.stdin.destroy(); rclnodejs.shutdown(); });
  `,
  );
  await publisher.line('latched');
  const joiner = startUserProgram(
    domain,
    `
    const { QoS } = rclnodejs;
    const node = new rclnodejs.Node('joiner');
    const qos = new QoS(
      QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, 10,
      QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
      QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
    );
    node.createSubscription('std_msgs/msg/Int32', '/latched', { qos }, ({ data }) => {
      console.log('got ' + data);
      if (data === 6) rclnodejs.shutdown();
    });
    node.spin();
  `,
  );
  await joiner.line('got 5');
  publisher.write('go on');
  await publisher.success();
  expect(await joiner.success()).toEqual(['got 3', 'got 4', 'got 5', 'got 6']);
});

test('messages hold what rclnodejs programs expect in them', async () => {
  const program = startUserProgram(
    domain,
    `
    const { inspect } = await import('node:util');
    const show = (value) => console.log(inspect(value, { breakLength: Infinity, depth: 9 }));
    const node = new rclnodejs.Node('types');
    const done = [];
    const receive = (type, topic, message, options) => done.push(new Promise((resolve) => {
      node.createSubscription(type, topic, options ?? {}, resolve);
      node.createPublisher(type, topic).publish(message);
    }));
    receive('sensor_msgs/msg/JointState', 'joints', { name: ['a', 'b'], position: [1, 2.5] });
    receive('sensor_msgs/msg/JointState', 'plain', { position: [1, 2.5] }, { serializationMode: 'plain' });
    receive('std_msgs/msg/Int64MultiArray', 'json', { data: [1n, 2] }, { serializationMode: 'json' });
    receive('std_msgs/msg/UInt8MultiArray', 'untyped', { data: Uint8Array.of(1, 2) }, { enableTypedArray: false });
    receive('std_msgs/msg/Int64', 'int64', { data: 5 });
    receive('std_msgs/msg/String', 'bare', 'bare text');
    const String = rclnodejs.require('std_msgs/msg/String');
    const object = rclnodejs.createMessage({ package: 'std_msgs', type: 'msg', name: 'String' });
    object.data = 'by class';
    receive(String, 'class', object);
    node.spin();
    for (const message of await Promise.all(done)) show(message);
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual([
    `{ header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' }, name: [ 'a', 'b' ], position: Float64Array(2) [ 1, 2.5 ], velocity: Float64Array(0) [], effort: Float64Array(0) [] }`,
    `{ header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' }, name: [], position: [ 1, 2.5 ], velocity: [], effort: [] }`,
    `{ layout: { dim: [], data_offset: 0 }, data: [ '1n', '2n' ] }`,
    `{ layout: { dim: [], data_offset: 0 }, data: [ 1, 2 ] }`,
    `{ data: 5n }`,
    `{ data: 'bare text' }`,
    `{ data: 'by class' }`,
  ]);
});

test('serialized messages go in and come out as Buffers', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('raw');
    node.createSubscription('std_msgs/msg/String', '/text', (message) => console.log('text ' + message.data));
    node.createSubscription('std_msgs/msg/String', '/text', { isRaw: true }, (bytes, info) => {
      console.log(Buffer.isBuffer(bytes), bytes.toString('hex'), info.publicationSequenceNumber);
      setImmediate(() => rclnodejs.shutdown());
    });
    node.createPublisher('std_msgs/msg/String', '/text').publish(Buffer.from('00010000030000006869000000'.slice(0, 22), 'hex'));
    node.spin();
  `,
  );
  expect([...(await program.success())].sort()).toEqual(['text hi', 'true 0001000003000000686900 1n']);
});

test('a callback that names a second parameter learns where a message comes from', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('info');
    const before = BigInt(Date.now() - 1000) * 1000000n;
    node.createSubscription('std_msgs/msg/Int32', 'n', (message, info) => {
      console.log(
        message.data, info instanceof rclnodejs.MessageInfo, info.sourceTimestamp > before, info.receivedTimestamp >= info.sourceTimestamp,
        info.publicationSequenceNumber, info.receptionSequenceNumber, info.publisherGid.length,
      );
      if (message.data === 2) rclnodejs.shutdown();
    });
    const publisher = node.createPublisher('std_msgs/msg/Int32', 'n');
    publisher.publish({ data: 1 });
    publisher.publish({ data: 2 });
    node.spin();
  `,
  );
  expect(await program.success()).toEqual(['1 true true true 1n 1n 16', '2 true true true 2n 2n 16']);
});

test('nothing is delivered while the node is not spun, and nothing of it is lost', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('stops');
    const publisher = node.createPublisher('std_msgs/msg/Int32', 'n');
    const subscription = node.createSubscription('std_msgs/msg/Int32', 'n', ({ data }) => {
      console.log('got ' + data, node.spinning);
      if (data === 1) node.stop();
      if (data === 4) rclnodejs.shutdown();
    });
    console.log(publisher.subscriptionCount, subscription.publisherCount, publisher.topic);
    for (const data of [1, 2, 3]) publisher.publish({ data });
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    await pause();
    console.log('spin');
    node.spin();
    await pause();
    console.log('stopped', node.spinning);
    publisher.publish({ data: 4 });
    await pause();
    console.log('spin');
    node.spin();
  `,
  );
  expect(await program.success()).toEqual([
    '1 1 /n',
    'spin',
    'got 1 true',
    'stopped false',
    'spin',
    'got 2 true',
    'got 3 true',
    'got 4 true',
  ]);
});

test('publishers and subscriptions come and go while the node spins', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('busy');
    node.spin();
    let total = 0;
    for (let round = 0; round < 50; round++) {
      const publisher = node.createPublisher('std_msgs/msg/Int32', 'n');
      await new Promise((resolve) => {
        const subscription = node.createSubscription('std_msgs/msg/Int32', 'n', ({ data }) => {
          total += data;
          node.destroySubscription(subscription);
          resolve();
        });
        publisher.publish({ data: 1 });
        publisher.publish({ data: 100 });
      });
      node.destroyPublisher(publisher);
    }
    console.log(total, node.countPublishers('n'), node.countSubscribers('n'));
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['50 0 0']);
});

test('a callback that throws is an uncaught exception, and the next message is delivered all the same', async () => {
  const program = startUserProgram(
    domain,
    `
    process.on('uncaughtException', (error) => console.log('caught ' + error.message));
    const node = new rclnodejs.Node('thrower');
    node.createSubscription('std_msgs/msg/Int32', 'n', ({ data }) => {
      if (data === 2) setImmediate(() => rclnodejs.shutdown());
      throw new Error('boom ' + data);
    });
    const publisher = node.createPublisher('std_msgs/msg/Int32', 'n');
    publisher.publish({ data: 1 });
    publisher.publish({ data: 2 });
    node.spin();
  `,
  );
  expect(await program.success()).toEqual(['caught boom 1', 'caught boom 2']);
});

test.each([
  [`node.createPublisher('std_msgs/msg/Strin', '/x')`, 'MESSAGE_NOT_FOUND', /std_msgs\/msg\/String/],
  [`node.createPublisher('std_msgs', '/x')`, 'INVALID_TYPE', /expected a message type/],
  [`node.createPublisher('std_srvs/srv/Trigger', '/x')`, 'INVALID_TYPE', /expected a message type/],
  [`node.createPublisher('String', '/x')`, 'MESSAGE_NOT_FOUND', /String/],
  [`node.createPublisher('std_msgs/msg/String', '/x y')`, 'INVALID_NAME', /\/x y/],
  [`node.createPublisher('std_msgs/msg/String', 5)`, 'INVALID_TYPE', /string, got number 5/],
  [
    `node.createPublisher('std_msgs/msg/String', '/x', { qos: 'qos_profile_best' })`,
    'VALIDATION_ERROR',
    /qos_profile_best/,
  ],
  [`node.createSubscription('std_msgs/msg/String', '/x')`, 'INVALID_TYPE', /callback.*function/],
  [
    `node.createSubscription('std_msgs/msg/String', '/x', { serializationMode: 'xml' }, () => {})`,
    'INVALID_SERIALIZATION_MODE',
    /xml/,
  ],
  [`node.createPublisher('std_msgs/msg/Int32', '/x').publish({ data: 'five' })`, 'ERR_ROSLET_MESSAGE_INVALID', /data/],
  [`node.destroyPublisher({})`, 'INVALID_TYPE', /Publisher/],
  [`(node.spin(), node.spin())`, 'ALREADY_SPINNING', /stop/],
  [`(node.destroy(), node.createPublisher('std_msgs/msg/String', '/x'))`, 'ENTITY_DESTROYED', /destroyed/],
])('%s is refused: %s', async (expression, code, message) => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('wrong');
    try {
      ${expression};
    } catch (error) {
      console.log(error.code);
      console.log(error.message.replaceAll('\\n', ' '));
    }
    rclnodejs.shutdown();
  `,
  );
  const [shownCode, shownMessage] = await program.success();
  expect(shownCode).toBe(code);
  expect(shownMessage).toMatch(message);
});
