/** The verbs that look at nodes, topics and services. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { roslet, rosletJson } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startSource } from '../support/program';
import { startAdder, startListener, startTalker } from './programs';

const domain = isolatedDomain();

/** Every node has these. */
const OWN_TOPICS = /^\/(rosout|parameter_events)$/;

describe('with a talker and a listener', () => {
  beforeEach(async () => {
    await Promise.all([startTalker(domain), startListener(domain)]);
  });

  test('node list and node info', async () => {
    expect(await roslet(domain, 'node list')).toEqual({ code: 0, lines: ['/robot/listener', '/talker'], errors: [] });
    expect((await roslet(domain, 'node list --count-nodes')).lines).toEqual(['2']);
    expect(await rosletJson(domain, 'node list')).toEqual([
      expect.objectContaining({
        name: 'listener',
        namespace: '/robot',
        fullName: '/robot/listener',
        pid: expect.any(Number),
      }),
      expect.objectContaining({ name: 'talker', namespace: '/' }),
    ]);

    const { lines } = await roslet(domain, 'node info /robot/listener');
    expect(lines.slice(0, 3)).toEqual(['/robot/listener', '  Subscribers:', '    /chatter: std_msgs/msg/String']);
    expect(lines).toEqual(expect.arrayContaining(['  Publishers:', '  Service Servers:', '  Action Clients:']));
    const info = await rosletJson(domain, 'node info talker');
    expect(info.node).toBe('/talker');
    expect(info.publishers).toContainEqual({ name: '/chatter', types: ['std_msgs/msg/String'] });
    expect(info.publishers.map(({ name }: { name: string }) => name)).not.toContain('/robot/_hidden');
    expect((await rosletJson(domain, 'node info talker --include-hidden')).publishers).toContainEqual({
      name: '/robot/_hidden',
      types: ['std_msgs/msg/Empty'],
    });
  });

  test('topic list, plain, with types, verbose, counted, with hidden topics, as JSON', async () => {
    const topicsOf = async (options: string) =>
      (await roslet(domain, `topic list${options}`)).lines.filter((line) => !OWN_TOPICS.test(line.split(' ')[0] ?? ''));
    expect(await topicsOf('')).toEqual(['/chatter', '/robot/pose']);
    expect(await topicsOf(' -t')).toEqual([
      '/chatter [std_msgs/msg/String]',
      '/robot/pose [geometry_msgs/msg/PoseStamped]',
    ]);
    expect(await topicsOf(' --include-hidden-topics')).toContain('/robot/_hidden');
    const verbose = await topicsOf(' -v');
    expect(verbose[0]).toBe('Published topics:');
    expect(verbose).toContain(' * /chatter [std_msgs/msg/String] 1 publisher');
    expect(verbose.slice(verbose.indexOf('Subscribed topics:'))).toContain(
      ' * /chatter [std_msgs/msg/String] 1 subscriber',
    );
    const json = await rosletJson(domain, 'topic list');
    expect(json).toContainEqual({ name: '/chatter', types: ['std_msgs/msg/String'], publishers: 1, subscriptions: 1 });
    expect((await roslet(domain, 'topic list -c')).lines).toEqual([String(json.length)]);
  });

  test('topic info', async () => {
    expect((await roslet(domain, 'topic info /chatter')).lines).toEqual([
      'Type: std_msgs/msg/String',
      'Publisher count: 1',
      'Subscription count: 1',
    ]);
    const { lines } = await roslet(domain, 'topic info chatter --verbose');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Node name: talker',
        'Node namespace: /robot',
        'Endpoint type: PUBLISHER',
        'Endpoint type: SUBSCRIPTION',
        '  Reliability: RELIABLE',
        '  History (Depth): KEEP_LAST (10)',
        '  Durability: VOLATILE',
        '  Liveliness lease duration: Infinite',
      ]),
    );
    expect(lines.filter((line) => /^GID: ([0-9a-f]{2}\.){15}[0-9a-f]{2}$/.test(line))).toHaveLength(2);
    const json = await rosletJson(domain, 'topic info /chatter');
    expect(json).toMatchObject({
      topic: '/chatter',
      types: ['std_msgs/msg/String'],
      publishers: [{ node: 'talker', namespace: '/', qos: { reliability: 'RELIABLE', depth: 10, deadline: null } }],
      subscriptions: [{ node: 'listener', typeHash: expect.stringMatching(/^RIHS01_[0-9a-f]{64}$/) }],
    });
  });

  test('topic type and topic find', async () => {
    expect((await roslet(domain, 'topic type /chatter')).lines).toEqual(['std_msgs/msg/String']);
    expect(await rosletJson(domain, 'topic type /chatter')).toEqual({
      topic: '/chatter',
      types: ['std_msgs/msg/String'],
    });
    expect((await roslet(domain, 'topic find std_msgs/msg/String')).lines).toEqual(['/chatter']);
    expect((await roslet(domain, 'topic find std_msgs/String --count-topics')).lines).toEqual(['1']);
    expect(await rosletJson(domain, 'topic find geometry_msgs/msg/PoseStamped')).toEqual(['/robot/pose']);
    expect(await rosletJson(domain, 'topic find std_msgs/msg/Empty --include-hidden-topics')).toEqual([
      '/robot/_hidden',
    ]);
    expect(await roslet(domain, 'topic find sensor_msgs/msg/Image')).toEqual({ code: 0, lines: [], errors: [] });
  });

  test('what is not there is answered with what looks alike, and exit code 1', async () => {
    expect(await roslet(domain, 'topic info /chater')).toEqual({
      code: 1,
      lines: [],
      errors: ["roslet: unknown topic '/chater'; did you mean /chatter?"],
    });
    expect((await roslet(domain, 'topic type /robot/psoe')).errors).toEqual([
      "roslet: unknown topic '/robot/psoe'; did you mean /robot/pose?",
    ]);
    expect(await roslet(domain, 'node info /robot/listner')).toMatchObject({
      code: 1,
      errors: ["roslet: unable to find node '/robot/listner'; did you mean /robot/listener?"],
    });
    expect((await roslet(domain, 'topic type /nothing_like_it')).errors).toEqual([
      "roslet: unknown topic '/nothing_like_it'",
    ]);
  });

  test('a command that looks does not show itself', async () => {
    const [list, again] = await Promise.all([roslet(domain, 'node list --all'), roslet(domain, 'node list --all')]);
    expect([list.lines, again.lines]).toEqual(Array(2).fill(['/robot/listener', '/talker']));
  });
});

test('service list, service type and service find', async () => {
  await startAdder(domain);
  const names = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('/adder/'));
  expect(names((await roslet(domain, 'service list')).lines)).toEqual(['/add_two_ints', '/unserved']);
  expect(names((await roslet(domain, 'service list --show-types')).lines)).toEqual([
    '/add_two_ints [example_interfaces/srv/AddTwoInts]',
    '/unserved [std_srvs/srv/Trigger]',
  ]);
  const json = await rosletJson(domain, 'service list');
  expect(json).toContainEqual({
    name: '/add_two_ints',
    types: ['example_interfaces/srv/AddTwoInts'],
    servers: 1,
    clients: 0,
  });
  expect((await roslet(domain, 'service list -c')).lines).toEqual([String(json.length)]);
  expect((await roslet(domain, 'service type /add_two_ints')).lines).toEqual(['example_interfaces/srv/AddTwoInts']);
  expect((await roslet(domain, 'service find example_interfaces/srv/AddTwoInts')).lines).toEqual(['/add_two_ints']);
  expect(await roslet(domain, 'service type /add_two_int')).toMatchObject({
    code: 1,
    errors: ["roslet: unknown service '/add_two_int'; did you mean /add_two_ints?"],
  });
});

test('looking wakes nobody, and shows what a stopped process has', async () => {
  const watcher = startSource(
    domain,
    'commonjs',
    `const { Context } = require('@roslet/rmw');
     const context = new Context();
     context.createNode('watcher');
     context.setRef(true);
     context.flush();
     process.once('SIGTERM', () => { context.close(); process.stdin.destroy(); });
     // A context parks once for each turn of the event loop, so this tells how often it was woken.
     process.stdin.on('data', () => console.log('parked ' + context.counters().parks));
     console.log('ready');`,
  );
  await watcher.line('ready');
  const parks = async () => {
    watcher.write('?');
    return Number((await watcher.line('parked')).split(' ')[1]);
  };
  const [first, second] = [await parks(), await parks()];
  for (const command of ['node list', 'topic list -v', 'node info /watcher', 'service list', 'doctor']) {
    expect((await roslet(domain, command)).code).toBe(0);
  }
  expect((await parks()) - second).toBe(second - first);

  watcher.signal('SIGSTOP');
  expect((await roslet(domain, 'node list')).lines).toEqual(['/watcher']);
  watcher.signal('SIGCONT');
  watcher.signal('SIGTERM');
  await watcher.success();
});

test('an empty domain has nothing, and looking creates nothing', async () => {
  for (const command of ['node list', 'topic list', 'service list']) {
    expect(await roslet(domain, command)).toEqual({ code: 0, lines: [], errors: [] });
    expect(await rosletJson(domain, command)).toEqual([]);
  }
  expect(existsSync(path.join(domain.directory, '0'))).toBe(false);
});
