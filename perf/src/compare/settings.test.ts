import { compareSettingsOf, FULL, QUICK } from './settings';

test('without options there are five rounds of everything', () => {
  const settings = compareSettingsOf({});
  expect(settings).toMatchObject({ rounds: 5, sizes: [64, 1024, 65_536, 1_048_576, 8_388_608], quick: false });
  expect(settings.peers.join(',')).toBe(FULL.peers);
});

test('--quick takes less, and what is said beside it wins', () => {
  const settings = compareSettingsOf({ quick: true, sizes: '1k' });
  expect(settings).toMatchObject({ rounds: Number(QUICK.rounds), sizes: [1024], quick: true });
});

test.each([
  [{ metrics: 'speed' }, '--metrics'],
  [{ sizes: '8' }, '--sizes'],
  [{ sizes: '64,big' }, '--sizes'],
  [{ peers: 'zeromq' }, '--peers'],
  [{ modes: 'copied' }, '--modes'],
  [{ waits: 'sleep' }, '--waits'],
  [{ rounds: '0' }, '--rounds'],
  [{ seconds: '-1' }, '--seconds'],
  [{ count: '1.5' }, '--count'],
  [{ cpus: 'all' }, '--cpus'],
])('%j is refused by the name of its option', (options, flag) => {
  expect(() => compareSettingsOf(options)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLI_USAGE' }));
  expect(() => compareSettingsOf(options)).toThrow(flag);
});
