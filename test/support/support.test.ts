import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isolatedDomain } from './domain';
import { startSource } from './program';

const domain = isolatedDomain();

test('a program sees the isolated domain and none of the settings of the surrounding shell', async () => {
  process.env.ROS_DOMAIN_ID = '7';
  try {
    const program = startSource(
      domain,
      'commonjs',
      'console.log(process.env.ROSLET_DIR); console.log(process.env.ROS_DOMAIN_ID); console.log(process.argv.slice(1))',
      { args: ['--ros-args', 'x'] },
    );
    expect(await program.success()).toEqual([domain.directory, 'undefined', "[ '--ros-args', 'x' ]"]);
  } finally {
    delete process.env.ROS_DOMAIN_ID;
  }
});

test('waits find lines in order, each once, and end when the program does', async () => {
  const program = startSource(
    domain,
    'module',
    `process.stdin.once('data', (data) => { console.log('got ' + data); process.exit(3); }); console.log('one'); console.log('two');`,
  );
  await program.line('one');
  await program.line(/^two$/);
  program.write('x');
  await program.line('got x');
  await expect(program.line('two')).rejects.toThrow(/ended first.*two/s);
  expect(await program.exit).toEqual({ code: 3, signal: null });
  await expect(program.success()).rejects.toThrow('"code":3');
});

test('what lies in the domain directory is found', () => {
  mkdirSync(path.join(domain.directory, '0'));
  writeFileSync(path.join(domain.directory, '0', 'ctx-1'), '');
  expect(domain.leftovers()).toEqual(['0', '0/ctx-1']);
  rmSync(path.join(domain.directory, '0'), { recursive: true });
});

describe('a program that a test leaves running', () => {
  let pid = 0;

  test('is ended with the test', async () => {
    const program = startSource(domain, 'commonjs', `console.log('up'); setInterval(() => {}, 1000)`);
    await program.line('up');
    pid = program.pid;
  });

  afterAll(() => {
    expect(pid).toBeGreaterThan(0);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});
