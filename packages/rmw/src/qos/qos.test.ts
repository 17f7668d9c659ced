import * as fc from 'fast-check';
import { checkCompatible, qosMismatches } from './compatibility';
import { DurabilityPolicy, HistoryPolicy, INFINITE_DURATION, LivelinessPolicy, ReliabilityPolicy } from './policies';
import { completeProfile, type QosProfile, type QosProfileLike, SYSTEM_DEFAULT_DEPTH } from './profile';
import { QosProfiles } from './profiles';
import { resolveProfile } from './resolve';

const complete = (profile: QosProfileLike) => completeProfile(profile, QosProfiles.default);

describe('a profile as a caller writes it', () => {
  test('is completed from the default profile', () => {
    expect(complete({ depth: 3, reliability: undefined })).toEqual({ ...QosProfiles.default, depth: 3 });
  });

  test('takes durations as nanoseconds or seconds and nanoseconds, zero meaning no bound', () => {
    const qos = complete({ deadline: 5n, lifespan: { seconds: 2, nanoseconds: 7n }, livelinessLeaseDuration: 0n });
    expect(qos).toMatchObject({ deadline: 5n, lifespan: 2_000_000_007n, livelinessLeaseDuration: INFINITE_DURATION });
  });

  test.each<[string, unknown]>([
    ['reliability', { reliability: 9 }],
    ['history', { history: 'KEEP_LAST' }],
    ['depth', { depth: -1 }],
    ['depth', { depth: 1.5 }],
    ['deadline', { deadline: -1n }],
    ['lifespan', { lifespan: 3 }],
    ['lifespan', { lifespan: { seconds: 0.5 } }],
    ['unknown QoS policy "reliabilty"', { reliabilty: 1 }],
    ['null', null],
  ])('is refused with the reason: %s', (reason, profile) => {
    expect(() => complete(profile as QosProfileLike)).toThrow(
      expect.objectContaining({ code: 'ERR_ROSLET_QOS', message: expect.stringContaining(reason) }),
    );
  });
});

describe('compatibility, publisher against subscription', () => {
  test.each<[keyof QosProfile, number | bigint, number | bigint, boolean]>([
    ['reliability', ReliabilityPolicy.RELIABLE, ReliabilityPolicy.BEST_EFFORT, true],
    ['reliability', ReliabilityPolicy.BEST_EFFORT, ReliabilityPolicy.BEST_EFFORT, true],
    ['reliability', ReliabilityPolicy.BEST_EFFORT, ReliabilityPolicy.RELIABLE, false],
    ['durability', DurabilityPolicy.TRANSIENT_LOCAL, DurabilityPolicy.VOLATILE, true],
    ['durability', DurabilityPolicy.VOLATILE, DurabilityPolicy.TRANSIENT_LOCAL, false],
    ['deadline', 1n, 2n, true],
    ['deadline', 2n, 1n, false],
    ['deadline', INFINITE_DURATION, 1n, false],
    ['liveliness', LivelinessPolicy.MANUAL_BY_TOPIC, LivelinessPolicy.AUTOMATIC, true],
    ['liveliness', LivelinessPolicy.AUTOMATIC, LivelinessPolicy.MANUAL_BY_TOPIC, false],
    ['livelinessLeaseDuration', 1n, 1n, true],
    ['livelinessLeaseDuration', 2n, 1n, false],
    ['history', HistoryPolicy.KEEP_ALL, HistoryPolicy.KEEP_LAST, true],
    ['lifespan', 1n, INFINITE_DURATION, true],
  ])('%s %s against %s: %s', (policy, offered, requested, compatible) => {
    const publisher = { ...QosProfiles.default, [policy]: offered };
    const subscription = { ...QosProfiles.default, [policy]: requested };
    expect(qosMismatches(publisher, subscription)).toHaveLength(compatible ? 0 : 1);
    expect(checkCompatible(publisher, subscription).compatibility).toBe(compatible ? 'ok' : 'error');
  });

  test('the reason names policy and both values', () => {
    const { reason } = checkCompatible(QosProfiles.sensorData, QosProfiles.default);
    expect(reason).toBe('reliability: the publisher offers BEST_EFFORT, the subscription requests RELIABLE');
  });

  test('policies that are not decided yet are a warning', () => {
    expect(checkCompatible(QosProfiles.systemDefault, QosProfiles.default).compatibility).toBe('warning');
  });
});

const anyProfile: fc.Arbitrary<QosProfile> = fc.record({
  history: fc.constantFrom(HistoryPolicy.KEEP_LAST, HistoryPolicy.KEEP_ALL),
  depth: fc.integer({ min: 1, max: 1000 }),
  reliability: fc.constantFrom(ReliabilityPolicy.RELIABLE, ReliabilityPolicy.BEST_EFFORT),
  durability: fc.constantFrom(DurabilityPolicy.TRANSIENT_LOCAL, DurabilityPolicy.VOLATILE),
  liveliness: fc.constantFrom(LivelinessPolicy.AUTOMATIC, LivelinessPolicy.MANUAL_BY_TOPIC),
  deadline: fc.bigInt(1n, INFINITE_DURATION),
  lifespan: fc.bigInt(1n, INFINITE_DURATION),
  livelinessLeaseDuration: fc.bigInt(1n, INFINITE_DURATION),
  avoidRosNamespaceConventions: fc.boolean(),
});

test('every profile is compatible with itself', () => {
  fc.assert(fc.property(anyProfile, (profile) => expect(qosMismatches(profile, profile)).toEqual([])));
});

test('a publisher that offers more satisfies whatever a weaker one satisfies', () => {
  const strong = (qos: QosProfile): QosProfile => ({
    ...qos,
    reliability: ReliabilityPolicy.RELIABLE,
    durability: DurabilityPolicy.TRANSIENT_LOCAL,
    liveliness: LivelinessPolicy.MANUAL_BY_TOPIC,
    deadline: 1n,
    livelinessLeaseDuration: 1n,
  });
  fc.assert(
    fc.property(anyProfile, anyProfile, (offered, requested) =>
      expect(qosMismatches(strong(offered), requested)).toEqual([]),
    ),
  );
});

describe('BEST_AVAILABLE', () => {
  test('a subscription matches every publisher it knew of, whatever their profiles', () => {
    fc.assert(
      fc.property(fc.array(anyProfile, { maxLength: 5 }), (publishers) => {
        const qos = resolveProfile(QosProfiles.bestAvailable, 'subscription', () => publishers);
        for (const publisher of publishers) expect(qosMismatches(publisher, qos)).toEqual([]);
      }),
    );
  });

  test('a publisher matches every subscription it knew of', () => {
    fc.assert(
      fc.property(fc.array(anyProfile, { maxLength: 5 }), (subscriptions) => {
        const qos = resolveProfile(QosProfiles.bestAvailable, 'publisher', () => subscriptions);
        for (const subscription of subscriptions) expect(qosMismatches(qos, subscription)).toEqual([]);
      }),
    );
  });

  test('is as strong as all publishers allow', () => {
    const reliable = { ...QosProfiles.default, durability: DurabilityPolicy.TRANSIENT_LOCAL };
    const resolve = (publishers: QosProfile[]) =>
      resolveProfile(QosProfiles.bestAvailable, 'subscription', () => publishers);
    expect(resolve([reliable, reliable])).toMatchObject({ reliability: 1, durability: 1 });
    expect(resolve([reliable, QosProfiles.sensorData])).toMatchObject({ reliability: 2, durability: 2 });
  });
});

test('SYSTEM_DEFAULT is RELIABLE, VOLATILE, KEEP_LAST with the default depth, and asks nobody', () => {
  const askedFor = () => {
    throw new Error('asked for counterparts');
  };
  expect(resolveProfile(QosProfiles.systemDefault, 'subscription', askedFor)).toMatchObject({
    history: HistoryPolicy.KEEP_LAST,
    depth: SYSTEM_DEFAULT_DEPTH,
    reliability: ReliabilityPolicy.RELIABLE,
    durability: DurabilityPolicy.VOLATILE,
    liveliness: LivelinessPolicy.AUTOMATIC,
  });
});
