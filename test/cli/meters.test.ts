/** `roslet topic hz` and `roslet topic bw`. No test says how fast: the machines are shared. */
import { startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startTalker } from './programs';

const domain = isolatedDomain();

test('hz tells the rate once a second', async () => {
  await startTalker(domain);
  const hz = startCli(domain, 'topic hz /chatter');
  expect(await hz.line('average rate')).toMatch(/^average rate: \d+\.\d{3}$/);
  expect(await hz.line('min')).toMatch(/^\tmin: \d+\.\d{3}s max: \d+\.\d{3}s std dev: \d+\.\d{5}s window: \d+$/);
  hz.signal('SIGINT');
  expect(await hz.exit).toEqual({ code: null, signal: 'SIGINT' });
});

test('hz as JSON, with a filter, on a topic that comes later', async () => {
  const hz = startCli(domain, [
    'topic',
    'hz',
    '/chatter',
    '--json',
    '--window',
    '5',
    '--filter',
    "m.data.endsWith('0')",
  ]);
  await hz.errorLine("topic '/chatter' does not appear to be published yet");
  await startTalker(domain);
  const report = JSON.parse(await hz.line('{'));
  expect(report).toEqual({
    topic: '/chatter',
    rate: expect.any(Number),
    min: expect.any(Number),
    max: expect.any(Number),
    stdDev: expect.any(Number),
    window: expect.any(Number),
  });
  expect(report.rate).toBeGreaterThan(0);
  expect(report.window).toBeLessThanOrEqual(5);
});

test('bw tells the bandwidth and the sizes', async () => {
  await startTalker(domain);
  const bw = startCli(domain, 'topic bw /robot/pose');
  await bw.line('Subscribed to [/robot/pose]');
  expect(await bw.line('messages')).toMatch(/^\d+(\.\d\d)? K?B\/s from \d+ messages$/);
  expect(await bw.line('mean')).toMatch(/^\tMessage size mean: .* min: .* max: .*$/);
  const json = startCli(domain, 'topic bw /robot/pose --json --window 3');
  const report = JSON.parse(await json.line('{'));
  // Header 16 (stamp, length, "map" and NUL), 4 of encapsulation, 7 float64.
  expect(report).toMatchObject({ topic: '/robot/pose', minBytes: 76, maxBytes: 76, meanBytes: 76 });
  expect(report.messages).toBeLessThanOrEqual(3);
});
