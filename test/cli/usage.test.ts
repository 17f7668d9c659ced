/** The command line itself: help, versions, and what is wrong with what was typed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { roslet } from '../support/cli';
import { isolatedDomain } from '../support/domain';

const domain = isolatedDomain();

const NOUNS = ['node', 'topic', 'service', 'interface', 'perf'];

test('help and version', async () => {
  const help = await roslet(domain, '--help');
  expect(help.code).toBe(0);
  for (const noun of [...NOUNS, 'doctor', 'clean']) expect(help.lines.join('\n')).toContain(`  ${noun}`);
  const manifest = readFileSync(path.resolve(__dirname, '../../packages/cli/package.json'), 'utf8');
  expect(await roslet(domain, '--version')).toEqual({ code: 0, lines: [JSON.parse(manifest).version], errors: [] });
  expect((await roslet(domain, 'topic echo --help')).lines.join('\n')).toContain('--qos-reliability');
});

test.each(NOUNS)('%s alone says which verbs there are, with exit code 2', async (noun) => {
  const { code, lines, errors } = await roslet(domain, noun);
  expect({ code, lines }).toEqual({ code: 2, lines: [] });
  expect(errors[0]).toBe(`Usage: roslet ${noun} <verb> [options]`);
});

test.each([
  ['topc list', "roslet: unknown command 'topc'; did you mean topic?"],
  ['topic lst', "roslet: unknown command 'lst'; did you mean list?"],
  ['topic list --verbos', "roslet: unknown option '--verbos'; did you mean --verbose?"],
  ['topic info', "roslet: missing required argument 'topic'"],
  ['node list extra', "roslet: too many arguments for 'list'. Expected 0 arguments but got 1"],
  ['perf latency --wait sleep', 'Allowed choices are park, adaptive, spin'],
  ['perf latency --size big', 'roslet: expected --size to be a number of bytes such as 65536, 64k or 1M, got "big"'],
])('%s: one line, exit code 2', async (command, message) => {
  const { code, lines, errors } = await roslet(domain, command);
  expect({ code, lines }).toEqual({ code: 2, lines: [] });
  expect(errors).toEqual([expect.stringContaining(message)]);
});

test('the options of ros2 that are about its daemon are taken and change nothing', async () => {
  expect(await roslet(domain, 'topic list --no-daemon --spin-time 2 -s')).toEqual({ code: 0, lines: [], errors: [] });
});

test('a wrong environment is told in one line, exit code 1', async () => {
  const { code, errors } = await roslet(domain, 'topic list', { env: { ROS_DOMAIN_ID: 'x' } });
  expect(code).toBe(1);
  expect(errors).toEqual([
    expect.stringContaining('expected ROS_DOMAIN_ID to be a whole number from 0 to 232, got "x"'),
  ]);
});
