/**
 * Latched topics serve late joiners from shared memory: even while the publisher is stopped, and without gap or duplicate
 * while it publishes at full rate.
 */
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';

const domain = isolatedDomain();
const MIB = 1024 * 1024;

test('a late joiner gets 25 MiB and a 20 MiB message once and in order from a stopped publisher', async () => {
  const latcher = startProgram(domain, 'acceptance/programs/latch.cjs');
  await latcher.line('latched');
  latcher.signal('SIGSTOP');

  const joiner = startProgram(domain, 'acceptance/programs/receive-sizes.cjs', { args: ['latched', '26'] });
  const lines = (await joiner.success()).filter((line) => line !== 'listening');
  const expected = Array.from({ length: 26 }, (_, i) => `${i} ${i < 25 ? MIB : 20 * MIB} equal`);
  expect(lines).toEqual(expected);

  latcher.signal('SIGCONT');
  latcher.signal('SIGINT');
  await latcher.exit;
});

test('20 late joiners during a 1 kHz latched stream each see a gap-free suffix without duplicates', async () => {
  const streamer = startProgram(domain, 'acceptance/programs/latched-stream.cjs');
  await streamer.line('streaming');
  const results: string[] = [];
  for (let round = 0; round < 5; round++) {
    const joiners = Array.from({ length: 4 }, () => startProgram(domain, 'acceptance/programs/late-joiner.cjs'));
    for (const joiner of joiners) results.push(...(await joiner.success()));
  }
  expect(results).toHaveLength(20);
  for (const result of results) {
    expect(result).toMatch(/ gap-free$/);
    const [first, last] = result.split(' ').map(Number) as [number, number];
    expect(last - first).toBe(1499);
  }
  streamer.signal('SIGINT');
  await streamer.exit;
});
