/**
 * Handlers that call other services while they answer, to any depth and in circles: with promises and with handlers that wait by spinning. Each answer
 * is the way its request went, so that a mixed-up one cannot pass.
 */
import { isolatedDomain } from '../support/domain';
import { type Program, startProgram } from '../support/program';

const domain = isolatedDomain();

async function hops(count: number, how: 'await' | 'block', env: Record<string, string> = {}): Promise<Program[]> {
  const programs = Array.from({ length: count }, (_, own) =>
    startProgram(domain, 'services/programs/hop.cjs', { args: [`${own}`, `${count}`, how], env }),
  );
  for (const program of programs) await program.line('ready');
  return programs;
}

async function ask(programs: readonly Program[], command: string, calls: number): Promise<void> {
  for (const program of programs) program.write(command);
  for (const program of programs) expect(await program.line(/^right/)).toBe(`right ${calls} of ${calls}`);
}

async function end(programs: readonly Program[]): Promise<void> {
  for (const program of programs) program.write('close');
  for (const program of programs) {
    await program.success();
    expect(program.errorLines).toEqual([]);
  }
}

const strategies = ['park', 'adaptive', 'spin'];
const environments: [string, Record<string, string>][] = [
  ...strategies.map((wait): [string, Record<string, string>] => [wait, { ROSLET_WAIT: wait }]),
  ['datagrams', { ROSLET_TEST_FORCE_SHM_FAILURE: '1' }],
];

describe.each(environments)('handlers that await other calls (%s)', (_name, env) => {
  test('eight deep, in circles, from everywhere at once', async () => {
    const programs = await hops(3, 'await', env);
    // A calls B calls A …; A calls itself …; all three in turn; and then any way.
    await ask(programs, 'way 1 01010101 0', 1);
    await ask(programs, 'way 1 00000000 0', 1);
    await ask(programs, 'way 50 01201201 0', 50);
    for (let round = 0; round < 5; round++) await ask(programs, 'random 200 8 0', 200);
    // They were under way at the same time, and not one after the other.
    programs[0]!.write('most');
    expect(Number((await programs[0]!.line('most')).split(' ').at(-1))).toBeGreaterThan(50);
    await end(programs);
  });

  test('also with large messages', async () => {
    const programs = await hops(3, 'await', env);
    await ask(programs, 'way 1 01010101 1000000', 1);
    await ask(programs, 'random 20 8 100000', 20);
    await end(programs);
  });
});

describe.each(environments)('handlers that spin until they have their answer (%s)', (_name, env) => {
  test('eight deep and in circles', async () => {
    const programs = await hops(3, 'block', env);
    for (const way of ['01010101', '00000000', '01201201', '00112200']) {
      for (const program of programs) await ask([program], `way 1 ${way} 0`, 1);
      await ask([programs[0]!], `way 1 ${way} 100000`, 1);
    }
    for (let round = 0; round < 20; round++) await ask([programs[round % 3]!], 'random 1 8 100', 1);
    // At once from everywhere: whatever a handler waits for began after it, on top of it or elsewhere, so there is no circle of waiting.
    await ask(programs, 'way 20 01201201 0', 20);
    for (let round = 0; round < 5; round++) await ask(programs, 'random 20 8 100', 20);
    await end(programs);
  });
});
