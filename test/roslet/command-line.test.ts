import { writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { startUserProgram } from './user-program';

const domain = isolatedDomain();

const ros = (...args: string[]): { args: string[] } => ({ args: ['--ros-args', ...args] });

test('a node is renamed and moved, and its names with it', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('talker', 'demo');
    const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
    const own = node.createPublisher('std_msgs/msg/String', '~/status');
    const client = node.createClient('std_srvs/srv/Trigger', 'go');
    console.log(node.name(), node.namespace(), node.getFullyQualifiedName(), node.getLogger().name);
    console.log(publisher.topic, own.topic, client.serviceName);
    console.log(node.resolveTopicName('chatter'), node.resolveTopicName('chatter', true), node.resolveServiceName('go'));
    console.log(node.getNodeNames());
    rclnodejs.shutdown();
  `,
    ros(
      '-r',
      '__node:=alice',
      '--remap',
      '__ns:=/robot',
      '-r',
      'chatter:=/talk',
      '-r',
      'talker:go:=went',
      '-r',
      'bob:~/status:=/no',
    ),
  );
  expect(await program.success()).toEqual([
    'alice /robot /robot/alice robot.alice',
    '/talk /robot/alice/status /robot/went',
    '/talk /robot/chatter /robot/went',
    `[ 'alice' ]`,
  ]);
});

test('remapped talker and listener meet', async () => {
  const listener = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('listener');
    node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => { console.log(data); rclnodejs.shutdown(); });
    node.spin();
    console.log('ready');
  `,
    ros('-r', 'chatter:=/elsewhere/news'),
  );
  await listener.line('ready');
  const talker = startUserProgram(
    domain,
    `
    new rclnodejs.Node('talker').createPublisher('std_msgs/msg/String', 'chatter').publish({ data: 'hello' });
    rclnodejs.shutdown();
  `,
    ros('-r', '__ns:=/elsewhere', '-r', 'chatter:=news'),
  );
  await talker.success();
  expect(await listener.success()).toEqual(['ready', 'hello']);
});

test('arguments of a single node, with and without those of the program', async () => {
  const program = startUserProgram(
    domain,
    `
    const { Node, Context, NodeOptions } = rclnodejs;
    const make = (args, global) => new Node('n', '', Context.defaultContext(), new NodeOptions(), args, global);
    console.log(make([], true).name(), make([], false).name(), make(['--ros-args', '-r', '__node:=own'], true).name());
    rclnodejs.shutdown();
  `,
    ros('-r', '__node:=global'),
  );
  expect(await program.success()).toEqual(['global n own']);
});

describe('parameters', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'roslet-params-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const DECLARE = `
    const { Parameter, ParameterType } = rclnodejs;
    const node = new rclnodejs.Node('talker');
    node.declareParameter(new Parameter('text', ParameterType.PARAMETER_STRING, 'default'));
    node.declareParameter(new Parameter('count', ParameterType.PARAMETER_INTEGER, 1));
    node.declareParameter(new Parameter('speed', ParameterType.PARAMETER_DOUBLE, 1.5));
    const value = (name) => node.getParameter(name).value;
    console.log(value('text'), value('count'), value('speed'));
    console.log(node.setParameter(new Parameter('count', ParameterType.PARAMETER_INTEGER, 9n)).successful, value('count'));
    rclnodejs.shutdown();
  `;

  test('have the values of the program by default', async () => {
    expect(await startUserProgram(domain, DECLARE).success()).toEqual(['default 1n 1.5', 'true 9n']);
  });

  test('are overridden by -p and --params-file, the later one winning', async () => {
    const file = path.join(directory, 'params.yaml');
    writeFileSync(
      file,
      `/**: {ros__parameters: {speed: 2, count: 3}}\ntalker: {ros__parameters: {text: from file, count: 4}}\nother: {ros__parameters: {text: no}}\n`,
    );
    const program = startUserProgram(
      domain,
      DECLARE,
      ros('-p', 'text:=early', '--params-file', file, '-p', 'talker:count:=5', '-p', 'other:speed:=7.0'),
    );
    expect(await program.success()).toEqual(['from file 5n 2', 'true 9n']);
  });

  test('changes are told on /parameter_events', async () => {
    const program = startUserProgram(
      domain,
      `
      const { Parameter, ParameterType } = rclnodejs;
      const watcher = new rclnodejs.Node('watcher');
      watcher.createSubscription('rcl_interfaces/msg/ParameterEvent', '/parameter_events', (event) => {
        const names = (list) => list.map(({ name, value }) => name + '=' + value.integer_value).join();
        if (event.node !== '/talker') return;
        console.log(names(event.new_parameters), '|', names(event.changed_parameters));
        if (event.changed_parameters.length > 0) rclnodejs.shutdown();
      });
      watcher.spin();
      const node = new rclnodejs.Node('talker');
      node.declareParameter(new Parameter('count', ParameterType.PARAMETER_INTEGER, 1));
      node.setParameter(new Parameter('count', ParameterType.PARAMETER_INTEGER, 2));
    `,
    );
    expect(await program.success()).toEqual(['use_sim_time=0 | ', 'count=1 | ', ' | count=2']);
  });

  test('use_sim_time lets the clock follow /clock', async () => {
    const program = startUserProgram(
      domain,
      `
      const node = new rclnodejs.Node('simulated');
      const clock = node.createPublisher('rosgraph_msgs/msg/Clock', '/clock');
      console.log(node.now().nanoseconds);
      node.createTimer(1000000000n, ({ actualCallTime }) => { console.log('timer at', actualCallTime); rclnodejs.shutdown(); });
      node.spin();
      clock.publish({ clock: { sec: 5, nanosec: 7 } });
    `,
      ros('-p', 'use_sim_time:=true'),
    );
    expect(await program.success()).toEqual(['0n', 'timer at 5000000007n']);
  });
});

test('logs have the form and the levels of ROS 2, on standard error', async () => {
  const program = startUserProgram(
    domain,
    `
    const logger = new rclnodejs.Node('talker', '/robot').getLogger();
    logger.debug('details');
    logger.info('hello');
    logger.getChild('part').warn('careful');
    rclnodejs.logging.getLogger('other').info('dropped');
    rclnodejs.shutdown();
  `,
    ros('--log-level', 'robot.talker:=debug', '--log-level', 'error'),
  );
  expect(await program.success()).toEqual([]);
  expect(program.errorLines.map((line) => line.replace(/\[\d+\.\d{9}\]/, '[TIME]'))).toEqual([
    '[DEBUG] [TIME] [robot.talker]: details',
    '[INFO] [TIME] [robot.talker]: hello',
    '[WARN] [TIME] [robot.talker.part]: careful',
  ]);
});

test('logs go to /rosout, too', async () => {
  const program = startUserProgram(
    domain,
    `
    const listener = new rclnodejs.Node('listener');
    const node = new rclnodejs.Node('talker');
    node.getLogger().getChild('part').error('trouble');
    const { QoS } = rclnodejs;
    listener.createSubscription('rcl_interfaces/msg/Log', '/rosout', { qos: { history: 1, depth: 10, reliability: 1, durability: 1, liveliness: 0 } }, (log) => {
      console.log(log.level, log.name, log.msg, log.stamp.sec > 1000);
      rclnodejs.shutdown();
    });
    listener.spin();
  `,
    ros('--disable-stdout-logs'),
  );
  expect(await program.success()).toEqual(['40 talker.part trouble true']);
  expect(program.errorLines).toEqual([]);
});

test('an argument that ROS does not know ends the program before it begins', async () => {
  const program = startUserProgram(domain, `console.log('initialized')`, ros('--nonsense'));
  expect(await program.exit).toEqual({ code: 1, signal: null });
  expect(program.lines).toEqual([]);
  expect(program.errorLines.join('\n')).toMatch(/unknown ROS argument '--nonsense'/);
});
