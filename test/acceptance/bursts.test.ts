/**
 * RELIABLE means it: bursts from a tight loop arrive complete and in order although the kernel queues only 10 datagrams, and a
 * subscriber that is stopped takes nothing from the others.
 */
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';

const domain = isolatedDomain();

test.each([
  { name: 'ring', env: {} },
  { name: 'inline', env: { ROSLET_TEST_FORCE_SHM_FAILURE: '1' } },
])('bursts of 1,000 messages arrive complete and in order by $name, beside a stopped subscriber', async ({ env }) => {
  const receiver = startProgram(domain, 'acceptance/programs/burst-receiver.cjs', { env });
  await receiver.line('listening');
  const stopped = startProgram(domain, 'acceptance/programs/burst-receiver.cjs', { env });
  await stopped.line('listening');
  const sender = startProgram(domain, 'acceptance/programs/burst-sender.cjs', { args: ['2'], env });
  await sender.line('ready');

  for (let burst = 1; burst <= 5; burst++) {
    sender.write('go');
    expect(await receiver.line(/^\d+ /)).toBe(`${burst * 1000} in order`);
  }
  stopped.signal('SIGSTOP');
  for (let burst = 6; burst <= 30; burst++) {
    sender.write('go');
    expect(await receiver.line(/^\d+ /)).toBe(`${burst * 1000} in order`);
  }
  stopped.signal('SIGCONT');
  for (const program of [receiver, stopped, sender]) {
    program.signal('SIGINT');
    await program.exit;
  }
});
