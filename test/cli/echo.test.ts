/** `roslet topic echo`: what it prints, and which QoS it listens with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { roslet, rosletJson, startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startUserProgram } from '../roslet/user-program';
import { startLatcher, startTalker } from './programs';

const domain = isolatedDomain();

describe('the messages of a talker', () => {
  beforeEach(() => startTalker(domain));

  test('as YAML, one document a message', async () => {
    const echo = startCli(domain, 'topic echo /robot/pose');
    const x = await echo.line(/^ {4}x: /);
    expect(x).toBe('    x: 1.0');
    await echo.line(/^---$/);
    await echo.line(/^header:$/);
    echo.signal('SIGINT');
    expect(await echo.exit).toEqual({ code: null, signal: 'SIGINT' });
    const first = echo.lines.slice(0, echo.lines.indexOf('---'));
    expect(first).toEqual([
      'header:',
      '  stamp:',
      '    sec: 0',
      '    nanosec: 0',
      '  frame_id: map',
      'pose:',
      '  position:',
      '    x: 1.0',
      '    y: 0.5',
      expect.stringMatching(/^ {4}z: \d+\.0$/),
      '  orientation:',
      '    x: 0.0',
      '    y: 0.0',
      '    z: 0.0',
      '    w: 1.0',
    ]);
  });

  test('as JSON, CSV, flow style, one field, raw, with information', async () => {
    const pose = await rosletJson(domain, 'topic echo /robot/pose --once');
    expect(pose).toMatchObject({ header: { frame_id: 'map' }, pose: { position: { x: 1, y: 0.5 } } });
    expect((await roslet(domain, 'topic echo /robot/pose --once --csv')).lines).toEqual([
      expect.stringMatching(/^0,0,map,1\.0,0\.5,\d+\.0,0\.0,0\.0,0\.0,1\.0$/),
    ]);
    expect((await roslet(domain, 'topic echo /chatter --once --flow-style')).lines).toEqual([
      expect.stringMatching(/^\{data: hello \d+\}$/),
      '---',
    ]);
    expect((await roslet(domain, 'topic echo /robot/pose --once --field pose.position.y')).lines).toEqual([
      '0.5',
      '---',
    ]);
    expect((await roslet(domain, 'topic echo /chatter --once --raw')).lines).toEqual([
      expect.stringMatching(/^b'\\x00\\x01\\x00\\x00.*hello \d+\\x00'$/),
      '---',
    ]);
    const [source, received, number, own, separator] = (
      await roslet(domain, 'topic echo /chatter --once --include-message-info')
    ).lines;
    expect(source).toMatch(/^source_timestamp: \d{19}$/);
    expect(received).toMatch(/^received_timestamp: \d{19}$/);
    expect([number, own, separator]).toEqual([
      expect.stringMatching(/^publication_sequence_number: \d+$/),
      expect.stringMatching(/^reception_sequence_number: \d+$/),
      '---',
    ]);
  });

  test('only those that a filter lets pass', async () => {
    const echo = startCli(domain, [
      'topic',
      'echo',
      '/robot/pose',
      '--filter',
      'm.pose.position.z % 10 === 0',
      '--field',
      'pose.position.z',
    ]);
    await echo.line('---');
    await echo.line('---');
    const values = echo.lines.filter((line) => line !== '---').map(Number);
    expect(values.map((value) => value % 10)).toEqual(values.map(() => 0));
  });

  test('end quietly when the reader of the pipe has enough', async () => {
    const bin = path.resolve(__dirname, '../../packages/cli/bin/roslet.js');
    const child = spawn(process.execPath, [bin, 'topic', 'echo', '/chatter'], { env: domain.environment() });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += String(data)));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(errors).toBe('');
  });

  test('wrong fields, topics, options and values are told with what looks alike', async () => {
    expect(await roslet(domain, 'topic echo /robot/pose --field pose.positon')).toEqual({
      code: 2,
      lines: [],
      errors: ["roslet: --field pose.positon: geometry_msgs/msg/Pose has no field 'positon'; did you mean position?"],
    });
    expect(await roslet(domain, 'topic echo /chater')).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('did you mean /chatter?')],
    });
    expect(await roslet(domain, 'topic echo /chatter std_msgs/msg/Strin')).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('std_msgs/msg/String')],
    });
    expect(await roslet(domain, 'topic echo /chatter --truncate-length many')).toMatchObject({
      code: 2,
      errors: ['roslet: expected --truncate-length to be a whole number from 0, got "many"'],
    });
    expect(await roslet(domain, 'topic echo /chatter --qos-reliability relaible')).toMatchObject({
      code: 2,
      errors: [expect.stringContaining('Allowed choices are')],
    });
    expect(await roslet(domain, 'topic echo /bad//name')).toMatchObject({
      code: 2,
      errors: [expect.stringContaining("two '/' in a row")],
    });
  });
});

test('long arrays and strings are cut, or described, or shown in full', async () => {
  const publisher = startUserProgram(
    domain,
    `const { QoS } = rclnodejs;
     const node = new rclnodejs.Node('big');
     const data = new Uint8Array(300).fill(7);
     const bytes = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/bytes');
     const text = node.createPublisher('std_msgs/msg/String', '/text');
     node.createTimer(20_000_000n, () => {
       bytes.publish({ data });
       text.publish({ data: 'x'.repeat(300) });
     });
     node.spin();
     console.log('ready');`,
  );
  await publisher.line('ready');
  const count = async (options: string) =>
    (await roslet(domain, `topic echo /bytes --once ${options}`)).lines.filter((line) => line === '- 7').length;
  expect(await count('')).toBe(128);
  expect(await count('--truncate-length 5')).toBe(5);
  expect(await count('--full-length')).toBe(300);
  expect((await roslet(domain, 'topic echo /bytes --once -l 1')).lines).toContain("- '...'");
  expect((await roslet(domain, 'topic echo /bytes --once --no-arr')).lines).toContain(
    "data: '<sequence type: uint8, length: 300>'",
  );
  expect((await roslet(domain, 'topic echo /text --once')).lines[0]).toBe(`data: ${'x'.repeat(128)}...`);
  expect((await roslet(domain, 'topic echo /text --once --no-str')).lines[0]).toBe("data: '<string length: <300>>'");
  expect((await rosletJson(domain, 'topic echo /bytes --once')).data).toHaveLength(300);
  publisher.signal('SIGTERM');
  await publisher.exit;
});

test('the type of a topic that several types share must be given', async () => {
  const node = startUserProgram(
    domain,
    `const node = new rclnodejs.Node('both');
     node.createPublisher('std_msgs/msg/String', '/both');
     node.createPublisher('std_msgs/msg/Int32', '/both');
     node.spin();
     console.log('ready');`,
  );
  await node.line('ready');
  expect(await roslet(domain, 'topic echo /both')).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('std_msgs/msg/Int32, std_msgs/msg/String')],
  });
  node.signal('SIGTERM');
  await node.exit;
});

test('a latched history is heard by an echo that starts after it', async () => {
  await startLatcher(domain, 20);
  const echo = startCli(domain, 'topic echo /map --field data');
  await echo.line('map 20');
  expect(echo.lines.filter((line) => line !== '---')).toEqual(Array.from({ length: 20 }, (_none, n) => `map ${n + 1}`));
});

test('an echo that started first hears each message of every kind of publisher once', async () => {
  const echo = startCli(domain, 'topic echo /map std_msgs/msg/String --field data');
  await echoIsThere();
  await startLatcher(domain, 5);
  await echo.line('map 5');
  const other = await roslet(domain, [
    'topic',
    'pub',
    '--once',
    '/map',
    'std_msgs/msg/String',
    '{data: loose}',
    '--qos-reliability',
    'best_effort',
  ]);
  expect(other.code).toBe(0);
  await echo.line('loose');
  await startLatcher(domain, 3);
  await echo.line('map 3');
  const heard = echo.lines.filter((line) => line !== '---');
  expect(heard).toEqual(['map 1', 'map 2', 'map 3', 'map 4', 'map 5', 'loose', 'map 1', 'map 2', 'map 3']);
});

test('an echo that waits in vain ends with exit code 1', async () => {
  expect(await roslet(domain, 'topic echo /quiet std_msgs/msg/String --once --timeout 0.2')).toEqual({
    code: 1,
    lines: [],
    errors: ["roslet: no message on '/quiet' within 0.2 s"],
  });
  expect(await roslet(domain, 'topic echo /quiet std_msgs/msg/String --timeout 0.2')).toMatchObject({ code: 0 });
});

async function echoIsThere(): Promise<void> {
  for (;;) {
    const nodes = await rosletJson(domain, 'node list --all');
    if (nodes.length > 0) return;
  }
}
