/**
 * How often a payload is copied, counted by a stand-in for memcpy and memmove that sees every copy of the process, JavaScript's as well, with its addresses:
 * once into the ring by who sends it, once out of it by who receives it, and not at all on loan.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { type Program, startProgram, startSource } from '../support/program';

const domain = isolatedDomain();
const folder = mkdtempSync(path.join(tmpdir(), 'roslet-copies-'));
const library = path.join(folder, 'count_copies.so');

beforeAll(() => {
  execFileSync('g++', [
    ...['-x', 'c', '-std=gnu11', '-O1', '-fno-builtin', '-shared', '-fPIC', '-Wall', '-Werror'],
    ...['-o', library, path.join(__dirname, 'count_copies.c'), '-ldl'],
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const counting = (name: string) => ({ LD_PRELOAD: library, COPIES_LOG: path.join(folder, name) });

interface Report {
  readonly place: 'ring' | 'own';
  readonly intoRing: number;
  readonly outOfRing: number;
  readonly withinRing: number;
  readonly elsewhere: number;
  readonly fromPayload: boolean;
  readonly toPayload: boolean;
  readonly whole?: boolean;
}

async function reportOf(program: Program, word: string): Promise<Report> {
  return JSON.parse((await program.line(new RegExp(`^${word} `))).slice(word.length + 1)) as Report;
}

async function count(how: string, receiving: string, size: number): Promise<{ sent: Report; got: Report }> {
  const receiver = startProgram(domain, 'copies/programs/receiver.cjs', {
    args: [receiving],
    env: counting('receiver'),
  });
  await receiver.line('ready');
  const sender = startProgram(domain, 'copies/programs/sender.cjs', {
    args: [how, `${size}`],
    env: counting('sender'),
  });
  await sender.line('matched');
  let sent: Report | undefined;
  let got: Report | undefined;
  // The first ones make rings, buffers and code; those are not what is counted.
  for (let i = 0; i < 6; i++) {
    receiver.write('record');
    await receiver.line('recording');
    sender.write('send');
    sent = await reportOf(sender, 'sent');
    got = await reportOf(receiver, 'got');
    if (how === 'request') await sender.line('answered');
  }
  for (const program of [sender, receiver]) {
    program.write('close');
    await program.success();
  }
  return { sent: sent!, got: got! };
}

/** The garbage collector moves objects about meanwhile: some, but never as much as a payload. */
const little = (size: number) => Math.max(size / 20, 32 * 1024);

function expectAbout(bytes: number, size: number): void {
  expect(bytes).toBeGreaterThanOrEqual(size);
  expect(bytes).toBeLessThan(size + 64);
}

test('the counter sees copies by JavaScript, by native methods, and where they go', async () => {
  const source = `
    const { addressOf, begin, end } = require('./copies/programs/copies.cjs');
    const from = new Uint8Array(100000);
    const at = addressOf(from);
    begin();
    const slice = from.slice();
    new Uint8Array(100001).set(from);
    Buffer.alloc(100002).set(from);
    Buffer.from(from.buffer).copy(Buffer.alloc(100003));
    structuredClone(from);
    console.log(end().filter((copy) => copy.bytes === 100000 && copy.from === at.from && copy.fromPlace === 'own').length);
  `;
  const program = startSource(domain, 'commonjs', source, { env: counting('control') });
  expect(Number((await program.success())[0])).toBeGreaterThanOrEqual(5);
});

const sizes = [64 * 1024, 1024 * 1024, 8 * 1024 * 1024];

describe.each(sizes)('%i bytes', (size) => {
  test.each(['message', 'bytes', 'request'])(
    'sent as %s: copied once, from the memory of the user into the ring',
    async (how) => {
      const { sent, got } = await count(how, 'copy', size);
      expect(sent).toMatchObject({ place: 'own', fromPayload: true, outOfRing: 0, withinRing: 0 });
      expectAbout(sent.intoRing, size);
      expect(sent.elsewhere).toBeLessThan(little(size));
      // And once out of the ring, into the very memory that the user sees.
      expect(got).toMatchObject({ whole: true, place: 'own', toPayload: true, intoRing: 0, withinRing: 0 });
      expectAbout(got.outOfRing, size);
      expect(got.elsewhere).toBeLessThan(little(size));
    },
  );

  test.each(['message', 'request'])('%s received on loan: not copied, what the user sees is the ring', async (how) => {
    const { got } = await count(how, 'loan', size);
    expect(got).toMatchObject({ whole: true, place: 'ring', intoRing: 0, outOfRing: 0, withinRing: 0 });
    expect(got.elsewhere).toBeLessThan(little(size));
  });

  test('sent by a borrowed record and received on loan: not copied at all', async () => {
    const { sent, got } = await count('loan', 'loan', size);
    expect(sent).toMatchObject({ place: 'ring', intoRing: 0, outOfRing: 0, withinRing: 0 });
    expect(sent.elsewhere).toBeLessThan(little(size));
    expect(got).toMatchObject({ whole: true, place: 'ring', intoRing: 0, outOfRing: 0, withinRing: 0 });
    expect(got.elsewhere).toBeLessThan(little(size));
  });
});
