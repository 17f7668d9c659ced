/**
 * Loaned messages: views on the sender's own memory that stay true for as long as they are held, whatever is published meanwhile, and
 * are given back by release, by collection, or by the end of the process that holds them.
 */
import { isolatedDomain } from '../support/domain';
import { type Program, startProgram } from '../support/program';

const domain = isolatedDomain();
const SIZE = 100_000;

async function pair(size = SIZE): Promise<{ lender: Program; borrower: Program }> {
  const borrower = startProgram(domain, 'loans/programs/borrower.cjs', { nodeOptions: ['--expose-gc'] });
  await borrower.line('listening');
  const lender = startProgram(domain, 'loans/programs/lender.cjs', { args: [`${size}`] });
  await lender.line('matched');
  return { lender, borrower };
}

/** Publishes one at a time, so that every one is taken (the depth is 2). */
async function publish(lender: Program, borrower: Program, from: number, count: number): Promise<string[]> {
  const lines: string[] = [];
  for (let i = from; i < from + count; i++) {
    lender.write('1');
    await lender.line(`published ${i + 1} `);
    lines.push(await borrower.line(new RegExp(`^got ${i} `)));
  }
  return lines;
}

async function ask(program: Program, command: string): Promise<string> {
  program.write(command);
  return program.line(/./);
}

async function end(...programs: Program[]): Promise<void> {
  for (const program of programs) {
    program.write('close');
    await program.success();
  }
}

test('messages on loan keep their bytes while the ring runs past them many times', async () => {
  const { lender, borrower } = await pair();
  const lines = await publish(lender, borrower, 0, 40);
  expect(lines).toEqual(Array.from({ length: 40 }, (_, i) => `got ${i} shared`));
  expect(await ask(borrower, 'check')).toBe('equal 40 of 40, out 40');
  expect(await ask(borrower, 'release')).toBe('empty 40, out 0');
  await end(borrower, lender);
});

test('loans that are given back make room again: the memory of the publisher stays bounded', async () => {
  const { lender, borrower } = await pair();
  let before = '';
  for (let round = 0; round < 30; round++) {
    await publish(lender, borrower, round * 4, 4);
    expect(await ask(borrower, 'check')).toBe('equal 4 of 4, out 4');
    expect(await ask(borrower, 'release')).toBe('empty 4, out 0');
    const shared = lender.lines.at(-1)!.split(' ').at(-1)!;
    if (round === 9) before = shared;
    if (round > 9) expect(shared).toBe(before);
  }
  await end(borrower, lender);
});

test('loans that are collected are given back', async () => {
  const { lender, borrower } = await pair();
  await publish(lender, borrower, 0, 10);
  expect(await ask(borrower, 'drop')).toBe('dropped, out 0');
  await end(borrower, lender);
});

test('loans outlive their subscription', async () => {
  const { lender, borrower } = await pair();
  const other = startProgram(domain, 'loans/programs/borrower.cjs', { nodeOptions: ['--expose-gc'] });
  await lender.line('matched');
  await publish(lender, borrower, 0, 10);
  expect(await ask(borrower, 'destroy')).toBe('destroyed');
  await publish(lender, other, 10, 60);
  expect(await ask(borrower, 'check')).toBe('equal 10 of 10, out 10');
  expect(await ask(borrower, 'release')).toBe('empty 10, out 0');
  await end(borrower, other, lender);
});

test('loans that outlive their context are readable memory still, and its end is clean', async () => {
  const { lender, borrower } = await pair();
  await publish(lender, borrower, 0, 5);
  expect(await ask(borrower, 'close')).toBe('closed, still readable true');
  expect(await borrower.exit).toEqual({ code: 0, signal: null });
  await end(lender);
});

test('the loans of a killed process vanish with it', async () => {
  const { lender, borrower } = await pair();
  await publish(lender, borrower, 0, 20);
  borrower.signal('SIGKILL');
  await borrower.exit;
  const next = startProgram(domain, 'loans/programs/borrower.cjs', { nodeOptions: ['--expose-gc'] });
  await lender.line('matched');
  await publish(lender, next, 20, 40);
  expect(await ask(next, 'check')).toBe('equal 40 of 40, out 40');
  await end(next, lender);
});

test('who writes to a loan changes a copy of his own and nothing else', async () => {
  const { lender, borrower } = await pair();
  const witness = startProgram(domain, 'loans/programs/borrower.cjs', { nodeOptions: ['--expose-gc'] });
  await lender.line('matched');
  await publish(lender, borrower, 0, 1);
  await witness.line('got 0 shared');
  expect(await ask(borrower, 'write')).toBe('written');
  expect(await ask(witness, 'check')).toBe('equal 1 of 1, out 1');
  await end(borrower, witness, lender);
});

test('small messages are copied also on loan subscriptions', async () => {
  const { lender, borrower } = await pair(100);
  expect(await publish(lender, borrower, 0, 1)).toEqual(['got 0 copied']);
  await end(borrower, lender);
});
