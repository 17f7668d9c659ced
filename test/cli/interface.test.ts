/** `roslet interface …`, which needs no domain. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { roslet, rosletJson, startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';

const domain = isolatedDomain();

test('list, by kind and in all', async () => {
  const { lines } = await roslet(domain, 'interface list');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Messages:',
      '    std_msgs/msg/String',
      'Services:',
      '    std_srvs/srv/Trigger',
      'Actions:',
      '    example_interfaces/action/Fibonacci',
    ]),
  );
  expect((await roslet(domain, 'interface list -s')).lines[0]).toBe('Services:');
  expect((await roslet(domain, 'interface list -a')).lines).not.toContain('Messages:');
  const json = await rosletJson(domain, 'interface list -m');
  expect(Object.keys(json)).toEqual(['messages']);
  expect(json.messages).toContain('sensor_msgs/msg/Image');
});

test('show, with nested definitions', async () => {
  const { lines } = await roslet(domain, 'interface show geometry_msgs/msg/PoseStamped');
  expect(lines.join('\n')).toContain(
    'std_msgs/Header header\n\tbuiltin_interfaces/Time stamp\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring frame_id\nPose pose',
  );
  expect((await roslet(domain, 'interface show std_srvs/srv/SetBool --no-comments')).lines).toEqual([
    'bool data',
    '---',
    'bool success',
    'string message',
  ]);
  expect((await roslet(domain, 'interface show std_msgs/Header --all-comments')).lines.length).toBeGreaterThan(
    (await roslet(domain, 'interface show std_msgs/Header --no-comments')).lines.length,
  );
  const json = await rosletJson(domain, 'interface show example_interfaces/srv/AddTwoInts');
  expect(json).toMatchObject({
    name: 'example_interfaces/srv/AddTwoInts',
    hash: expect.stringMatching(/^RIHS01_/),
    structures: [
      {
        name: 'example_interfaces/srv/AddTwoInts_Request',
        fields: [
          { name: 'a', type: 'int64' },
          { name: 'b', type: 'int64' },
        ],
      },
      { fields: [{ name: 'sum' }] },
    ],
  });
  const fromInput = startCli(domain, 'interface show -');
  fromInput.write('std_msgs/msg/Bool');
  fromInput.end();
  expect(await fromInput.success()).toContain('bool data');
});

test('proto, ready to be edited', async () => {
  expect((await roslet(domain, 'interface proto geometry_msgs/msg/Vector3')).lines).toEqual([
    '"x: 0.0',
    'y: 0.0',
    'z: 0.0',
    '"',
  ]);
  expect((await roslet(domain, 'interface proto example_interfaces/srv/AddTwoInts --no-quotes')).lines).toEqual([
    'a: 0',
    'b: 0',
  ]);
  expect(await rosletJson(domain, 'interface proto std_msgs/msg/Header')).toEqual({
    stamp: { sec: 0, nanosec: 0 },
    frame_id: '',
  });
});

test('package and packages', async () => {
  expect((await roslet(domain, 'interface package std_srvs')).lines).toEqual([
    'std_srvs/srv/Empty',
    'std_srvs/srv/SetBool',
    'std_srvs/srv/Trigger',
  ]);
  expect(await rosletJson(domain, 'interface packages -s')).toContain('std_srvs');
  expect(await rosletJson(domain, 'interface packages -m')).not.toContain('std_srvs');
  expect(await roslet(domain, 'interface package std_srv')).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('did you mean std_srvs')],
  });
});

test('what is not known is answered with what looks alike', async () => {
  expect(await roslet(domain, 'interface show sensor_msgs/msg/Imgae')).toMatchObject({
    code: 1,
    lines: [],
    errors: [expect.stringContaining('sensor_msgs/msg/Image')],
  });
  expect(await roslet(domain, 'interface show nonsense')).toMatchObject({ code: 2 });
});

test('a long list ends quietly when the reader of the pipe has enough', async () => {
  const bin = path.resolve(__dirname, '../../packages/cli/bin/roslet.js');
  const command = `"${process.execPath}" "${bin}" interface list | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const shell = spawn('bash', ['-c', command], { env: domain.environment() });
  let output = '';
  let errors = '';
  shell.stdout.on('data', (data: Buffer) => (output += String(data)));
  shell.stderr.on('data', (data: Buffer) => (errors += String(data)));
  await once(shell, 'close');
  expect({ output, errors }).toEqual({ output: 'Messages:\n0\n', errors: '' });
});
