/** `roslet topic pub` */
import { roslet, startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startListener } from './programs';

const domain = isolatedDomain();

const TEXT = ['/chatter', 'std_msgs/msg/String'];

test('one message reaches a listener that is there', async () => {
  const listener = await startListener(domain);
  expect(await roslet(domain, ['topic', 'pub', '--once', ...TEXT, '{data: hello}'])).toEqual({
    code: 0,
    lines: ['publisher: beginning loop', "publishing #1: std_msgs.msg.String(data='hello')", ''],
    errors: [],
  });
  await listener.line('heard hello');
});

test('one message waits for a listener that comes later', async () => {
  const pub = startCli(domain, ['topic', 'pub', '-1', ...TEXT, 'data: late']);
  await pub.line('Waiting for at least 1 matching subscription(s)...');
  const listener = await startListener(domain);
  await listener.line('heard late');
  await pub.success();
});

test('so many messages at a rate, all of them heard in order', async () => {
  const listener = await startListener(domain);
  const { code, lines } = await roslet(domain, [
    'topic',
    'pub',
    '-t',
    '20',
    '-r',
    '200',
    '-p',
    '10',
    ...TEXT,
    '{data: again}',
  ]);
  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('publishing'))).toEqual([
    "publishing #10: std_msgs.msg.String(data='again')",
    "publishing #20: std_msgs.msg.String(data='again')",
  ]);
  for (let n = 0; n < 20; n++) await listener.line('heard again');
});

test('it goes on until Ctrl-C, under the name it was given, and leaves nothing', async () => {
  const pub = startCli(domain, ['topic', 'pub', '-r', '50', '--node-name', 'me', ...TEXT]);
  await pub.line('publishing #3');
  expect((await roslet(domain, 'node list')).lines).toEqual(['/me']);
  pub.signal('SIGINT');
  expect(await pub.exit).toEqual({ code: null, signal: 'SIGINT' });
  expect(domain.leftovers()).toEqual([]);
});

test('a header given as auto is stamped, and values may come from standard input', async () => {
  const echo = startCli(domain, 'topic echo /stamped std_msgs/msg/Header --once --json');
  const pub = startCli(domain, ['topic', 'pub', '--once', '--stdin', '/stamped', 'std_msgs/msg/Header']);
  pub.write('{stamp: now, frame_id: map}');
  pub.end();
  await pub.success();
  const [line = ''] = await echo.success();
  const { stamp, frame_id } = JSON.parse(line);
  expect(frame_id).toBe('map');
  expect(Math.abs(stamp.sec - Date.now() / 1000)).toBeLessThan(3600);
});

test('it waits for subscriptions no longer than it is told', async () => {
  expect(
    await roslet(domain, ['topic', 'pub', '--once', '-w', '2', '--max-wait-time-secs', '0.2', ...TEXT]),
  ).toMatchObject({
    code: 1,
    errors: ["roslet: expected 2 matching subscriptions of '/chatter' within 0.2 s, there are 0"],
  });
});

test.each([
  [[...TEXT, '{dta: x}'], 2, "std_msgs/msg/String has no field 'dta'; did you mean data?"],
  [['/n', 'std_msgs/msg/Int8', '{data: 300}'], 2, 'data'],
  [['/n', 'std_msgs/msg/Int8', '{data: x}'], 2, "data: expected a whole number (int8), got 'x'"],
  [['/n', 'std_msgs/msg/Int8', '{data'], 2, 'expected the values as YAML'],
  [['/n', 'std_msgs/msg/Imt8'], 1, 'std_msgs/msg/Int8'],
  [['-r', '0', ...TEXT], 2, 'expected --rate to be a number above 0, got "0"'],
  [['--once', '--times', '3', ...TEXT], 2, 'expected --once or --times, got both'],
  [['/n'], 2, "missing required argument 'type'"],
  [['--qos-profile', 'sensor', ...TEXT], 2, 'Allowed choices are'],
])('what cannot be published is told in one line: %j', async (args, code, message) => {
  const outcome = await roslet(domain, ['topic', 'pub', ...args]);
  expect(outcome.code).toBe(code);
  expect(outcome.errors).toEqual([expect.stringContaining(message)]);
  expect(outcome.lines).toEqual([]);
});

test('a QoS that the listener does not match is told, and nobody hears', async () => {
  const listener = await startListener(domain);
  const pub = startCli(domain, ['topic', 'pub', '-r', '50', '--qos-reliability', 'best_effort', ...TEXT]);
  const warning = await pub.errorLine('incompatible reliability');
  expect(warning).toContain('/robot/listener');
  expect(warning).toMatch(/requested RELIABLE, offered BEST_EFFORT/);
  await pub.line('publishing #10');
  pub.signal('SIGINT');
  await pub.exit;
  expect(listener.lines).toEqual(['ready']);
});
