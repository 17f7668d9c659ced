/**
 * The shortest-lived client there is, a thousand times: start, waitForService, one call, exit. Discovery, matching and the private
 * response ring are new each time, so a race in any of them would lose an answer here.
 */
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';
import { rounds } from '../support/scale';

const domain = isolatedDomain();

test(
  'processes that wait for a service, call it once and exit all get the right answer',
  async () => {
    const server = startProgram(domain, 'acceptance/programs/add-server.cjs');
    await server.line('serving');
    const total = rounds(1000, 60);
    let next = 0;
    const wrong: string[] = [];
    const worker = async (): Promise<void> => {
      for (let i = next++; i < total; i = next++) {
        const client = startProgram(domain, 'acceptance/programs/call-once.cjs', {
          args: [`${i}`, '9007199254740993'],
        });
        const [answer] = await client.success();
        if (answer !== String(BigInt(i) + 9007199254740993n)) wrong.push(`${i}: ${answer}`);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(wrong).toEqual([]);
    expect(next).toBeGreaterThanOrEqual(total);
    server.signal('SIGINT');
    await server.exit;
  },
  30 * 60_000,
);

test('a server that dies in the middle of a call gives the caller an error', async () => {
  const server = startProgram(domain, 'acceptance/programs/add-server.cjs', { args: ['die'] });
  await server.line('serving');
  const client = startProgram(domain, 'acceptance/programs/call-once.cjs', { args: ['1', '2'] });
  expect(await client.line(/^error /)).toMatch(/^error \S+/);
  await client.success();
  expect(await server.exit).toEqual({ code: null, signal: 'SIGKILL' });
});
