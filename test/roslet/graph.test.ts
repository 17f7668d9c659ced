import { isolatedDomain } from '../support/domain';
import { startUserProgram } from './user-program';

const domain = isolatedDomain();

const ROBOT = `
  const node = new rclnodejs.Node('robot', '/lab');
  node.createPublisher('std_msgs/msg/String', 'state');
  node.createPublisher('std_msgs/msg/String', 'state');
  node.createSubscription('geometry_msgs/msg/Twist', '/cmd_vel', () => {});
  node.createService('std_srvs/srv/Trigger', 'go', () => {});
  node.createClient('std_srvs/srv/SetBool', '/light', {});
  console.log('up');
  process.stdin.once('data', () => { process.stdin.destroy(); rclnodejs.shutdown(); });
`;

test('another process sees nodes, topics, services and their endpoints', async () => {
  const robot = startUserProgram(domain, ROBOT);
  await robot.line('up');
  const observer = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('observer');
    const show = (value) => console.log(JSON.stringify(value));
    const own = ({ name }) => !/rosout|parameter_events/.test(name);
    show(node.getNodeNamesAndNamespacesWithEnclaves());
    show(node.getTopicNamesAndTypes().filter(own));
    show(node.getServiceNamesAndTypes());
    show([node.countPublishers('/lab/state'), node.countSubscribers('/cmd_vel'), node.countServices('/lab/go'), node.countClients('/light')]);
    show(node.getPublisherNamesAndTypesByNode('robot', '/lab').filter(own));
    show(node.getSubscriptionNamesAndTypesByNode('robot', '/lab'));
    show(node.getServiceNamesAndTypesByNode('robot', '/lab'));
    show(node.getClientNamesAndTypesByNode('robot', '/lab'));
    const [info] = node.getPublishersInfoByTopic('/lab/state');
    show([info.node_name, info.node_namespace, info.topic_type, info.endpoint_type, info.endpoint_gid.length]);
    show([info.topic_type_hash.version, info.topic_type_hash.value.toString('hex')]);
    show([info.qos_profile.depth, info.qos_profile.history, info.qos_profile.reliability, info.qos_profile.durability]);
    show(node.getSubscriptionsInfoByTopic('/cmd_vel').map(({ node_name }) => node_name));
    try { node.getServiceNamesAndTypesByNode('nobody', '/lab'); } catch (error) { show([error.code, error.message]); }
    rclnodejs.shutdown();
  `,
  );
  expect((await observer.success()).map((line) => JSON.parse(line) as unknown)).toEqual([
    [
      { name: 'robot', namespace: '/lab', enclave: '/' },
      { name: 'observer', namespace: '/', enclave: '/' },
    ],
    [
      { name: '/cmd_vel', types: ['geometry_msgs/msg/Twist'] },
      { name: '/lab/state', types: ['std_msgs/msg/String'] },
    ],
    [
      { name: '/lab/go', types: ['std_srvs/srv/Trigger'] },
      { name: '/light', types: ['std_srvs/srv/SetBool'] },
    ],
    [2, 1, 1, 1],
    [{ name: '/lab/state', types: ['std_msgs/msg/String'] }],
    [{ name: '/cmd_vel', types: ['geometry_msgs/msg/Twist'] }],
    [{ name: '/lab/go', types: ['std_srvs/srv/Trigger'] }],
    [{ name: '/light', types: ['std_srvs/srv/SetBool'] }],
    ['robot', '/lab', 'std_msgs/msg/String', 1, 16],
    // The check value of ../shared/data.
    [1, 'df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18'],
    [10, 1, 1, 2],
    ['robot'],
    ['NODE_NOT_FOUND', expect.stringContaining('/lab/nobody')],
  ]);
  robot.write('end');
  await robot.success();
});

test('endpoints are visible in the tick that creates them, and gone in the tick that destroys them', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('self');
    const publisher = node.createPublisher('std_msgs/msg/String', 'a');
    console.log(node.countPublishers('a'), node.getNodeNames().join());
    publisher.destroy();
    console.log(node.countPublishers('a'), publisher.isDestroyed());
    const other = new rclnodejs.Node('other');
    console.log(node.getNodeNames().sort().join());
    other.destroy();
    console.log(node.getNodeNames().join());
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['1 self', '0 true', 'other,self', 'self']);
});
