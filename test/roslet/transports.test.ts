import { isolatedDomain } from '../support/domain';
import { startUserProgram } from './user-program';

/** The same programs over every path that messages can take. */

const domain = isolatedDomain();

describe.each([
  ['shared memory', {}],
  ['datagrams only', { ROSLET_TEST_FORCE_SHM_FAILURE: '1' }],
])('by %s', (_path, env: Record<string, string>) => {
  const start = (body: string): ReturnType<typeof startUserProgram> => startUserProgram(domain, body, { env });

  test('small and large messages arrive in order', async () => {
    const listener = start(`
      const node = new rclnodejs.Node('listener');
      const sizes = [];
      node.createSubscription('std_msgs/msg/UInt8MultiArray', 'data', ({ data }) => {
        sizes.push(data.length);
        if (data.some((byte) => byte !== data.length % 251)) console.log('damaged', data.length);
        if (data.length === 0) { console.log(sizes.join(' ')); rclnodejs.shutdown(); }
      });
      node.spin();
      console.log('ready');
    `);
    await listener.line('ready');
    await start(`
      const node = new rclnodejs.Node('talker');
      const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', 'data');
      for (const size of [1, 70000, 3, 1000000, 0]) publisher.publish({ data: new Uint8Array(size).fill(size % 251) });
      while (publisher.subscriptionCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      rclnodejs.shutdown();
    `).success();
    expect(await listener.success()).toEqual(['ready', '1 70000 3 1000000 0']);
  });

  test('a late joiner gets large latched messages', async () => {
    const qos = `{ history: 1, depth: 2, reliability: 1, durability: 1, liveliness: 0 }`;
    const publisher = start(`
      const node = new rclnodejs.Node('latcher');
      const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', 'map', { qos: ${qos} });
      for (const size of [200000, 300000, 400000]) publisher.publish({ data: new Uint8Array(size) });
      console.log('latched');
      process.stdin.once('data', () => { process.stdin.destroy(); rclnodejs.shutdown(); });
    `);
    await publisher.line('latched');
    const joiner = start(`
      const node = new rclnodejs.Node('joiner');
      node.createSubscription('std_msgs/msg/UInt8MultiArray', 'map', { qos: ${qos} }, ({ data }) => {
        console.log(data.length);
        if (data.length === 400000) rclnodejs.shutdown();
      });
      node.spin();
    `);
    expect(await joiner.success()).toEqual(['300000', '400000']);
    publisher.write('end');
    await publisher.success();
  });

  test('requests and responses of any size are exchanged', async () => {
    const server = start(`
      const node = new rclnodejs.Node('server');
      node.createService('test_msgs/srv/BasicTypes', 'echo', ({ string_value }) => ({ string_value: string_value + '!' }));
      node.spin();
      console.log('serving');
      process.stdin.once('data', () => { process.stdin.destroy(); rclnodejs.shutdown(); });
    `);
    await server.line('serving');
    const client = start(`
      const node = new rclnodejs.Node('client');
      const client = node.createClient('test_msgs/srv/BasicTypes', 'echo');
      node.spin();
      await client.waitForService();
      for (const size of [0, 100, 100000, 1000000]) {
        const { string_value } = await client.sendRequestAsync({ string_value: 'x'.repeat(size) });
        console.log(string_value.length, string_value.endsWith('x!') || size === 0);
      }
      rclnodejs.shutdown();
    `);
    expect(await client.success()).toEqual(['1 true', '101 true', '100001 true', '1000001 true']);
    server.write('end');
    await server.success();
  });
});
