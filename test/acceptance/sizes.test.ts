/**
 * Every payload size on which some path of the transport changes arrives byte for byte: topics, latched topics, requests and
 * responses, through rings and by forced inline delivery. A wrong threshold would show as a lost, torn or truncated message.
 */
import path from 'node:path';
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';

const domain = isolatedDomain();
const KIB = 1024;
const MIB = 1024 * KIB;

/** Around each threshold: one less, the threshold, one more. */
function around(...sizes: number[]): number[] {
  return sizes.flatMap((size) => [size - 1, size, size + 1]);
}

/** Encapsulation header, empty `dim` and its neighbours, length of `data`: what a UInt8MultiArray adds to its bytes. */
const OVERHEAD = 16;
/** A record's header. */
const RECORD = 60;

const SMALL = [
  0,
  1,
  ...around(16 * KIB - OVERHEAD, 16 * KIB), // a buffer of its own for the receiver; a quarter of the first ring
  ...around(32 * KIB - RECORD - OVERHEAD), // half of the first ring: above, it grows
  ...around(60 * KIB - OVERHEAD), // one datagram
  ...around(64 * KIB - OVERHEAD, 64 * KIB), // a durable segment of its own
];
const LARGE = [
  ...around(208 * KIB), // the kernel's default socket buffer
  ...around(1 * MIB, 4 * MIB),
  ...around(16 * MIB),
  64 * MIB - 1,
  64 * MIB,
];
const SIZES = [...SMALL, ...LARGE];

const PATHS = [
  { name: 'ring', env: {} },
  { name: 'inline', env: { ROSLET_TEST_FORCE_SHM_FAILURE: '1' } },
];

describe.each(PATHS)('by $name', ({ env }) => {
  const interfaces = { ROSLET_INTERFACE_PATH: path.join(__dirname, 'interfaces') };

  test('topics', async () => {
    const receiver = startProgram(domain, 'acceptance/programs/receive-sizes.cjs', {
      args: ['topic', `${SIZES.length}`],
      env,
    });
    await receiver.line('listening');
    const sender = startProgram(domain, 'acceptance/programs/send-sizes.cjs', { args: ['topic', SIZES.join()], env });
    const lines = (await receiver.success()).slice(1);
    expect(lines).toEqual(SIZES.map((size, index) => `${index} ${size} equal`));
    sender.write('stop');
    await sender.success();
  });

  test('latched topics, to a subscriber that starts afterwards', async () => {
    const sender = startProgram(domain, 'acceptance/programs/send-sizes.cjs', { args: ['latched', SIZES.join()], env });
    await sender.line('published');
    const receiver = startProgram(domain, 'acceptance/programs/receive-sizes.cjs', {
      args: ['latched', `${SIZES.length}`],
      env,
    });
    const lines = (await receiver.success()).filter((line) => line !== 'listening');
    expect(lines).toEqual(SIZES.map((size, index) => `${index} ${size} equal`));
    sender.write('stop');
    await sender.success();
  });

  test('requests and responses', async () => {
    const server = startProgram(domain, 'acceptance/programs/echo-server.cjs', { env: { ...env, ...interfaces } });
    await server.line('serving');
    const client = startProgram(domain, 'acceptance/programs/echo-client.cjs', {
      args: [SIZES.join()],
      env: { ...env, ...interfaces },
    });
    expect(await client.success()).toEqual(SIZES.map((size) => `0 ${size} equal`));
    server.signal('SIGINT');
    await server.exit;
  });
});

test('one side that cannot map shared memory and one that can understand each other', async () => {
  const receiver = startProgram(domain, 'acceptance/programs/receive-sizes.cjs', {
    args: ['topic', `${SMALL.length}`],
    env: { ROSLET_TEST_FORCE_SHM_FAILURE: '1' },
  });
  await receiver.line('listening');
  const sender = startProgram(domain, 'acceptance/programs/send-sizes.cjs', { args: ['topic', SMALL.join()] });
  const lines = (await receiver.success()).slice(1);
  expect(lines).toEqual(SMALL.map((size, index) => `${index} ${size} equal`));
  sender.write('stop');
  await sender.success();
});
