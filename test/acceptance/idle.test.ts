/**
 * Idle is free: after traffic, a process with ten subscriptions sleeps. CPU use is a ratio of CPU time to wall time, and half a percent
 * of a core is what the architecture allows.
 */
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';
import { rounds } from '../support/scale';

const domain = isolatedDomain();

test.each(['park', 'adaptive'])('ten subscriptions idle after traffic use next to no CPU (%s)', async (wait) => {
  const idler = startProgram(domain, 'acceptance/programs/idle.cjs', { env: { ROSLET_WAIT: wait } });
  await idler.line('listening');
  await startProgram(domain, 'acceptance/programs/idle-talker.cjs').success();
  await new Promise((resolve) => setTimeout(resolve, 500));

  const sample = async (): Promise<{ received: number; cpuMicros: number }> => {
    idler.write('report');
    return JSON.parse(await idler.line(/^\{/)) as { received: number; cpuMicros: number };
  };
  const before = await sample();
  expect(before.received).toBe(2000);
  const seconds = rounds(10, 4);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const after = await sample();
  expect((after.cpuMicros - before.cpuMicros) / (seconds * 1e6)).toBeLessThan(0.005);
  idler.signal('SIGINT');
  await idler.exit;
});
