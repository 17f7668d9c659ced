/**
 * Processes that are killed: at random moments while they publish, and at every step of starting that has a kill-point. The next start
 * always works, the domain directory does not grow, and nobody else is disturbed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';
import { rounds } from '../support/scale';

const domain = isolatedDomain();
const core = path.resolve(__dirname, '../../native/src/core');

/** Every step at which `ROSLET_TEST_KILL_AT` can end a process. */
const KILL_POINTS = readdirSync(core)
  .filter((file) => file.endsWith('.cpp'))
  .flatMap((file) => [...readFileSync(path.join(core, file), 'utf8').matchAll(/KillPoint\("([^"]+)"\)/g)])
  .map((match) => match[1] as string)
  .sort();

test(
  'killed at random moments while publishing 1 MiB: every next start works, a listener sees no torn message',
  async () => {
    const listener = startProgram(domain, 'acceptance/programs/crash-listener.cjs');
    await listener.line('listening');
    const baseline = domain.leftovers().length;
    for (let round = 0; round < rounds(200, 20); round++) {
      const kind = round % 3 === 0 ? 'latched' : 'volatile';
      const publisher = startProgram(domain, 'acceptance/programs/crash-publisher.cjs', { args: [kind] });
      await publisher.line('publishing');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      publisher.signal('SIGKILL');
      expect(await publisher.exit).toEqual({ code: null, signal: 'SIGKILL' });
    }
    // The listener noticed each death by itself; only its own files are left.
    listener.write('report');
    expect(await listener.line(/^received/)).toMatch(/^received [1-9]\d* torn 0$/);
    await settled(() => domain.leftovers().length <= baseline);
    listener.signal('SIGINT');
    await listener.exit;
  },
  20 * 60_000,
);

test.each(KILL_POINTS)(
  'killed at %s: whoever comes next works, and the directory is empty when it leaves',
  async (point) => {
    const listener = startProgram(domain, 'acceptance/programs/crash-listener.cjs');
    await listener.line('listening');
    const victim = startProgram(domain, 'acceptance/programs/crash-publisher.cjs', {
      args: [point.startsWith('durable') ? 'latched' : 'volatile'],
      env: { ROSLET_TEST_KILL_AT: point },
    });
    // Some points lie on the way out only: such a victim publishes, and is told to leave.
    await Promise.race([victim.exit, victim.line('publishing').catch(() => undefined)]);
    victim.signal('SIGINT');
    await victim.exit;

    const next = startProgram(domain, 'acceptance/programs/crash-publisher.cjs');
    await next.line('publishing');
    await listenerHears(listener);
    for (const program of [next, listener]) {
      program.signal('SIGINT');
      await program.exit;
    }
  },
  120_000,
);

test('a killed subscriber does not disturb the publisher or the other subscriber', async () => {
  const listener = startProgram(domain, 'acceptance/programs/crash-listener.cjs');
  await listener.line('listening');
  const publisher = startProgram(domain, 'acceptance/programs/crash-publisher.cjs');
  await publisher.line('publishing');
  for (let round = 0; round < 5; round++) {
    const victim = startProgram(domain, 'acceptance/programs/crash-listener.cjs');
    await victim.line('listening');
    await listenerHears(victim);
    victim.signal('SIGKILL');
    await victim.exit;
    await listenerHears(listener);
  }
  for (const program of [publisher, listener]) {
    program.signal('SIGINT');
    await program.exit;
  }
});

async function listenerHears(listener: ReturnType<typeof startProgram>): Promise<void> {
  const count = async (): Promise<number> => {
    listener.write('report');
    const line = await listener.line(/^received/);
    expect(line).toMatch(/ torn 0$/);
    return Number(line.split(' ')[1]);
  };
  const before = await count();
  while ((await count()) <= before) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function settled(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(domain.leftovers()).toHaveLength(domain.leftovers().length);
  expect(condition()).toBe(true);
}
