/** `roslet perf`: what it reports. How fast anything is, is not a test's business. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { roslet, rosletJson, startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';

const domain = isolatedDomain();

const DISTRIBUTION = {
  min: expect.any(Number),
  p50: expect.any(Number),
  p90: expect.any(Number),
  p99: expect.any(Number),
  max: expect.any(Number),
  mean: expect.any(Number),
};

const COMMON = {
  type: 'std_msgs/msg/UInt8MultiArray',
  size: 64,
  subscribers: 1,
  messagesPerSecond: expect.any(Number),
  gibPerSecond: expect.any(Number),
  cpuSeconds: { publisher: expect.any(Number), subscriber: expect.any(Number) },
  versions: { roslet: expect.any(String), node: process.versions.node, v8: expect.any(String) },
  host: expect.objectContaining({ cpu: expect.any(String), cpus: expect.any(Number), kernel: expect.any(String) }),
  method: expect.any(String),
};

test.each(['park', 'adaptive', 'spin'])('latency, wait %s', async (wait) => {
  const result = await rosletJson(domain, `perf latency --count 50 --wait ${wait}`);
  expect(result).toMatchObject({
    ...COMMON,
    mode: 'latency',
    count: 50,
    wait,
    path: 'ring',
    roundTripMicros: DISTRIBUTION,
    oneWayMicros: DISTRIBUTION,
    sent: 50,
    received: 50,
    lost: 0,
  });
  expect(result.roundTripMicros.min).toBeGreaterThan(0);
  expect(result.roundTripMicros.min).toBeGreaterThanOrEqual(result.oneWayMicros.min);
});

test('latency of raw bytes of another type and size, at a rate, with a second subscriber', async () => {
  const result = await rosletJson(
    domain,
    'perf latency --raw --type sensor_msgs/msg/Image --size 100k --rate 200 --count 10 --subscribers 2',
  );
  expect(result).toMatchObject({
    type: 'sensor_msgs/msg/Image',
    size: 102400,
    raw: true,
    rate: 200,
    subscribers: 2,
    received: 10,
  });
});

test('throughput without a loss', async () => {
  expect(await rosletJson(domain, 'perf throughput --count 2000')).toMatchObject({
    ...COMMON,
    mode: 'throughput',
    count: 2000,
    wait: 'adaptive',
    path: 'ring',
    qos: { reliability: 'RELIABLE', history: 'KEEP_ALL', durability: 'VOLATILE', depth: null },
    sent: 2000,
    received: 2000,
    lost: 0,
  });
});

test('throughput to several subscribers, latched, by best effort: nothing goes missing unnoticed', async () => {
  expect(await rosletJson(domain, 'perf throughput --count 100 --size 1M --subscribers 2')).toMatchObject({
    sent: 100,
    received: 200,
    lost: 0,
  });
  const latched = await rosletJson(
    domain,
    'perf throughput --count 100 --size 100k --durability transient_local --qos reliable --depth 5',
  );
  expect(latched).toMatchObject({ sent: 100, qos: { durability: 'TRANSIENT_LOCAL', depth: 5 } });
  expect(latched.received + latched.lost).toBe(100);
  const { sent, received, lost } = await rosletJson(domain, 'perf throughput --qos best_effort --count 2000');
  expect({ sent, accounted: received + lost }).toEqual({ sent: 2000, accounted: 2000 });
});

test('throughput for a time, in the domain of the environment', async () => {
  const perf = startCli(domain, 'perf throughput --duration 1 --rate 100 --in-domain --json');
  let nodes: readonly string[] = [];
  while (nodes.length < 2) nodes = (await roslet(domain, 'node list')).lines;
  expect(nodes).toEqual([
    expect.stringContaining('roslet_perf_receiver'),
    expect.stringContaining('roslet_perf_sender'),
  ]);
  const result = JSON.parse((await perf.success()).join(''));
  expect(result.rate).toBe(100);
  expect(result.received).toBe(result.sent);
});

test.each(['live', 'idle'])('staging with a reader that is %s', async (reader) => {
  const result = await rosletJson(domain, `perf staging --sizes 4k,64k --count 20 --reader ${reader}`);
  expect(result).toMatchObject({ mode: 'staging', reader, versions: COMMON.versions, host: COMMON.host });
  expect(result.results).toHaveLength(2);
  for (const row of result.results) {
    expect(row).toMatchObject({ path: 'ring', recordMicros: DISTRIBUTION, copyMicros: DISTRIBUTION });
    expect(row.count).toBeGreaterThanOrEqual(20);
    expect(row.sent).toBeGreaterThanOrEqual(2 * row.count);
    expect(row.ratio).toBeCloseTo(row.copyMicros.p50 / row.recordMicros.p50);
    expect(result.ratios[row.size]).toBe(row.ratio);
    if (reader === 'idle') expect(row.received).toBe(0);
  }
  expect(result.results.map(({ size }: { size: number }) => size)).toEqual([4096, 65536]);
});

test('nothing stays of the domain that a measurement makes for itself', async () => {
  const perf = startCli(domain, 'perf latency --count 20');
  await perf.success();
  expect(readdirSync('/dev/shm').filter((name) => name.startsWith(`roslet-perf-${perf.pid}-`))).toEqual([]);
  expect(domain.leftovers()).toEqual([]);
});

test('when the measuring command is killed, its processes end by themselves and remove the domain', async () => {
  const perf = startCli(domain, 'perf throughput --duration 60');
  const left = () => readdirSync('/dev/shm').filter((name) => name.startsWith(`roslet-perf-${perf.pid}-`));
  const entriesOf = (name: string) => readdirSync(path.join('/dev/shm', name), { recursive: true, encoding: 'utf8' });
  const logs = () =>
    left()
      .flatMap(entriesOf)
      .filter((name) => name.includes('log-'));
  while (logs().length === 0) await sleep(20);
  perf.signal('SIGKILL');
  await perf.exit;
  while (left().length > 0) await sleep(20);
});

test('tables for people', async () => {
  expect((await roslet(domain, 'perf latency --count 20')).lines[0]).toMatch(
    /^latency: std_msgs\/msg\/UInt8MultiArray, 64 B/,
  );
  expect((await roslet(domain, 'perf throughput --count 20')).lines.join('\n')).toContain('messages/s');
  expect((await roslet(domain, 'perf staging --sizes 4k --count 5')).lines.join('\n')).toContain('ratio');
});

test('a type of fixed size takes no size; a type that is unknown is told', async () => {
  expect((await rosletJson(domain, 'perf latency --type geometry_msgs/msg/Twist --count 10')).size).toBe(48);
  expect(await roslet(domain, 'perf latency --type geometry_msgs/msg/Twist --size 64')).toMatchObject({
    code: 2,
    errors: [expect.stringContaining('expected no --size with geometry_msgs/msg/Twist')],
  });
  expect(await roslet(domain, 'perf latency --type geometry_msgs/msg/Twit')).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('geometry_msgs/msg/Twist')],
  });
});

test('Ctrl-C ends all processes of a measurement and leaves nothing', async () => {
  const perf = startCli(domain, 'perf throughput --duration 60 --in-domain');
  while ((await roslet(domain, 'node list')).lines.length < 2);
  perf.signal('SIGINT');
  expect(await perf.exit).toEqual({ code: null, signal: 'SIGINT' });
  expect((await roslet(domain, 'node list')).lines).toEqual([]);
  expect(domain.leftovers()).toEqual([]);
});
