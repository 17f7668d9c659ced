/**
 * Requests and responses on loan: views on the caller's and the server's own memory, which stay true while calls go on around them, and are
 * given back by release, by collection, or by the end of the process that holds them.
 */
import { isolatedDomain } from '../support/domain';
import { type Program, startProgram } from '../support/program';

const domain = isolatedDomain();
const nodeOptions = ['--expose-gc'];

async function server(): Promise<Program> {
  const program = startProgram(domain, 'services/programs/loan-server.cjs', { nodeOptions });
  await program.line('serving');
  return program;
}

function startedClient(): Program {
  return startProgram(domain, 'services/programs/loan-client.cjs', { nodeOptions });
}

async function client(): Promise<Program> {
  const program = startedClient();
  await program.line('matched');
  return program;
}

async function ask(program: Program, command: string): Promise<string> {
  program.write(command);
  return program.line(/./);
}

async function end(...programs: Program[]): Promise<void> {
  for (const program of programs) {
    program.write('close');
    await program.success();
    expect(program.errorLines).toEqual([]);
  }
}

// The sequence's length and the encapsulation header take 8 bytes. 128 KiB and more go round a ring once and again, 1 MiB as well.
test.each([
  [4 * 1024 - 9, 'copied'],
  [4 * 1024 - 8, 'shared'],
  [4 * 1024, 'shared'],
  [64 * 1024, 'shared'],
  [1024 * 1024 - 1, 'shared'],
  [1024 * 1024, 'shared'],
])('%i bytes: requests and responses are %s, whole, and unchanged while calls run past', async (size, how) => {
  const [serving, calling] = [await server(), await client()];
  const shared = how === 'shared' ? 10 : 0;
  await ask(serving, 'hold answered');
  expect(await ask(calling, `keep 10 ${size}`)).toBe('called, whole 10');
  await ask(serving, 'hold none');
  expect(await ask(calling, `pass 100 ${size}`)).toBe('called, whole 100');
  expect(await ask(calling, 'pass 200 5000')).toBe('called, whole 200');
  for (const program of [serving, calling]) {
    expect(await ask(program, 'check')).toBe(`whole 10 of 10, shared ${shared}, out ${shared}`);
    expect(await ask(program, 'release')).toBe(`empty ${shared}, out 0`);
  }
  expect(await ask(calling, `pass 20 ${size}`)).toBe('called, whole 20');
  await end(calling, serving);
});

test('calls in flight hold their requests, which are answered out of the loaned memory', async () => {
  const [serving, first, second] = [await server(), await client(), await client()];
  await ask(serving, 'hold open');
  for (let i = 0; i < 5; i++) {
    for (const calling of [first, second]) {
      calling.write('start 100000');
      await serving.line('asked');
    }
  }
  expect(await ask(serving, 'check')).toBe('whole 10 of 10, shared 10, out 10');
  expect(await ask(serving, 'answer')).toBe('answered 10');
  for (const calling of [first, second]) {
    for (let i = 0; i < 5; i++) expect(await calling.line('called')).toBe('called, whole 1');
    expect(await ask(calling, 'check')).toBe('whole 5 of 5, shared 5, out 5');
  }
  expect(await ask(serving, 'check')).toBe('whole 10 of 10, shared 10, out 10');
  await end(first, second, serving);
});

test('a response that comes too late is given back at once', async () => {
  const [serving, calling] = [await server(), await client()];
  await ask(serving, 'hold open');
  expect(await ask(calling, 'leave 100000')).toBe('ERR_ROSLET_SERVICE_TIMEOUT');
  await serving.line('asked');
  expect(await ask(serving, 'answer')).toBe('answered 1');
  await ask(serving, 'hold none');
  expect(await ask(calling, 'pass 1 100000')).toBe('called, whole 1');
  expect(await ask(calling, 'check')).toBe('whole 0 of 0, shared 0, out 0');
  await end(calling, serving);
});

test('loans that are collected are given back', async () => {
  const [serving, calling] = [await server(), await client()];
  await ask(serving, 'hold answered');
  expect(await ask(calling, 'keep 10 100000')).toBe('called, whole 10');
  for (const program of [calling, serving]) expect(await ask(program, 'drop')).toBe('dropped, out 0');
  await end(calling, serving);
});

test('a loaned response outlives its client, and a loaned request its service', async () => {
  const [serving, calling, other] = [await server(), await client(), await client()];
  await ask(serving, 'hold answered');
  expect(await ask(calling, 'keep 10 100000')).toBe('called, whole 10');
  await ask(calling, 'destroy');
  await ask(serving, 'hold none');
  expect(await ask(other, 'pass 100 100000')).toBe('called, whole 100');
  await ask(serving, 'destroy');
  await other.line('alone');
  // The caller's log goes on, read by another server.
  const next = await server();
  await other.line('matched');
  expect(await ask(other, 'pass 100 100000')).toBe('called, whole 100');
  for (const program of [calling, serving]) {
    expect(await ask(program, 'check')).toBe('whole 10 of 10, shared 10, out 10');
    expect(await ask(program, 'release')).toBe('empty 10, out 0');
  }
  await end(calling, other, serving, next);
});

test('what is on loan from a process that is killed stays whole, on both sides', async () => {
  const [serving, calling] = [await server(), await client()];
  await ask(serving, 'hold answered');
  expect(await ask(calling, 'keep 10 100000')).toBe('called, whole 10');
  calling.signal('SIGKILL');
  await calling.exit;
  const other = await client();
  expect(await ask(other, 'keep 10 100000')).toBe('called, whole 10');
  expect(await ask(serving, 'check')).toBe('whole 20 of 20, shared 20, out 20');
  serving.signal('SIGKILL');
  await serving.exit;
  await other.line('alone');
  const next = await server();
  await other.line('matched');
  expect(await ask(other, 'pass 100 100000')).toBe('called, whole 100');
  expect(await ask(other, 'check')).toBe('whole 10 of 10, shared 10, out 10');
  await end(other, next);
});

test('the loans of a killed server vanish with it: the caller does not need more memory for the next one', async () => {
  const calling = startedClient();
  const shared: string[] = [];
  for (let round = 0; round < 4; round++) {
    const serving = await server();
    await calling.line('matched');
    await ask(serving, 'hold answered');
    expect(await ask(calling, 'pass 50 100000')).toBe('called, whole 50');
    expect(await ask(serving, 'check')).toBe('whole 50 of 50, shared 50, out 50');
    shared.push(await ask(calling, 'shared'));
    serving.signal('SIGKILL');
    await serving.exit;
    await calling.line('alone');
  }
  expect(Number(shared[1])).toBeGreaterThan(50 * 100_000);
  expect(shared[3]).toBe(shared[1]);
  await end(calling);
});
