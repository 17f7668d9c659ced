import { readdirSync } from 'node:fs';
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';

/** `npm run demo` is the first thing that newcomers see; it checks every message itself, and says so by its exit code. */

const domain = isolatedDomain();
const demo = '../packages/roslet/demo/demo.mjs';

const demoDirectories = (): string[] => readdirSync('/dev/shm').filter((name) => name.startsWith('roslet-demo-'));

test('the demo loses nothing and leaves nothing behind, with the recording that it ships with', async () => {
  const before = demoDirectories();
  const program = startProgram(domain, demo, { env: { ROSLET_DATA: '/nowhere' } });
  const lines = await program.success();
  expect(lines.filter((line) => line.includes('✓'))).toHaveLength(7);
  expect(lines.join('\n')).toMatch(/200 of 200 messages arrived byte for byte/);
  expect(lines.at(-2)).toContain('All of it held.');
  expect(demoDirectories().filter((name) => !before.includes(name))).toEqual([]);
});

test('the demo can be interrupted, and then leaves nothing behind either', async () => {
  const before = demoDirectories();
  const program = startProgram(domain, demo);
  await program.line('starting sensor');
  program.signal('SIGINT');
  expect(await program.exit).toEqual({ code: 130, signal: null });
  expect(demoDirectories().filter((name) => !before.includes(name))).toEqual([]);
});
