import { DurabilityPolicy, HistoryPolicy, INFINITE_DURATION, QosProfiles, ReliabilityPolicy } from '@roslet/rmw';
import { adaptToPublishers } from './adapt';
import { qosFromOptions } from './from-options';
import { qosJson, qosLines } from './text';

const { default: reliable, sensorData: bestEffort, actionStatus: latched } = QosProfiles;
const keepAll = { ...reliable, history: HistoryPolicy.KEEP_ALL };

describe('options', () => {
  test('leave the base profile as it is, with nothing chosen', () => {
    expect(qosFromOptions({}, 'sensor_data')).toEqual({
      profile: bestEffort,
      chose: { reliability: false, durability: false, depth: false },
    });
  });

  test('change a named profile', () => {
    const { profile, chose } = qosFromOptions(
      {
        qosProfile: 'default',
        qosDepth: '3',
        qosHistory: 'keep_all',
        qosReliability: 'best_effort',
        qosDurability: 'transient_local',
        qosLiveliness: 'manual_by_topic',
        qosLivelinessLeaseDurationSeconds: '0.5',
      },
      'sensor_data',
    );
    expect(profile).toMatchObject({
      depth: 3,
      history: HistoryPolicy.KEEP_ALL,
      reliability: ReliabilityPolicy.BEST_EFFORT,
      durability: DurabilityPolicy.TRANSIENT_LOCAL,
      livelinessLeaseDuration: 500_000_000n,
    });
    expect(chose).toEqual({ reliability: true, durability: true, depth: true });
  });

  test('say what is wrong', () => {
    expect(() => qosFromOptions({ qosDepth: 'x' }, 'default')).toThrow(
      'expected --qos-depth to be a whole number from 0, got "x"',
    );
  });
});

describe('a listener', () => {
  const wanted = qosFromOptions({}, 'sensor_data');

  test('without publishers asks for what any publisher satisfies', () => {
    expect(adaptToPublishers(wanted, []).profile).toMatchObject({
      reliability: ReliabilityPolicy.BEST_EFFORT,
      durability: DurabilityPolicy.VOLATILE,
    });
  });

  test('asks for all that all publishers offer', () => {
    const { profile, remarks } = adaptToPublishers(wanted, [latched, { ...latched, depth: 50 }]);
    expect(profile).toMatchObject({
      reliability: ReliabilityPolicy.RELIABLE,
      durability: DurabilityPolicy.TRANSIENT_LOCAL,
      depth: 50,
    });
    expect(remarks).toEqual([]);
  });

  test('of differing publishers asks for what suits all, and says so', () => {
    const { profile, remarks } = adaptToPublishers(wanted, [latched, bestEffort]);
    expect(profile).toMatchObject({
      reliability: ReliabilityPolicy.BEST_EFFORT,
      durability: DurabilityPolicy.VOLATILE,
    });
    expect(remarks).toHaveLength(2);
  });

  test('does not make a publisher that keeps all messages wait', () => {
    const { profile, remarks } = adaptToPublishers(wanted, [keepAll]);
    expect(profile.reliability).toBe(ReliabilityPolicy.BEST_EFFORT);
    expect(remarks[0]).toContain('KEEP_ALL');
  });

  test('leaves alone what the user chose', () => {
    const chosen = qosFromOptions({ qosReliability: 'reliable', qosDepth: '2' }, 'sensor_data');
    expect(adaptToPublishers(chosen, [bestEffort]).profile).toMatchObject({
      reliability: ReliabilityPolicy.RELIABLE,
      depth: 2,
    });
    expect(adaptToPublishers(qosFromOptions({ qosProfile: 'sensor_data' }, 'default'), [latched]).profile).toEqual(
      bestEffort,
    );
  });
});

test('a profile is shown as ros2 shows it, and with numbers for programs', () => {
  const qos = { ...latched, deadline: 5n };
  expect(qosLines(qos)).toEqual([
    'Reliability: RELIABLE',
    'History (Depth): KEEP_LAST (1)',
    'Durability: TRANSIENT_LOCAL',
    'Lifespan: Infinite',
    'Deadline: 5 nanoseconds',
    'Liveliness: AUTOMATIC',
    'Liveliness lease duration: Infinite',
  ]);
  expect(qosJson({ ...qos, lifespan: INFINITE_DURATION })).toMatchObject({ deadline: 5n, lifespan: null, depth: 1 });
});
