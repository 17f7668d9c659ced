import { QosProfiles } from '@roslet/rmw';
import { toQosInfo, toRmwProfile } from './profile';
import { QoS } from './qos';

test('a QoS leaves everything to the middleware until told otherwise', () => {
  const qos = new QoS();
  expect([qos.history, qos.depth, qos.reliability, qos.durability, qos.liveliness]).toEqual([0, 0, 0, 0, 0]);
  expect(qos.avoidRosNameSpaceConventions).toBe(false);
  qos.depth = 7;
  qos.reliability = QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  expect(toRmwProfile(qos)).toMatchObject({ history: 0, depth: 7, reliability: 2, durability: 0 });
});

test.each([
  ['depth', '7', /depth.*number.*string "7"/],
  ['history', undefined, /history.*number/],
  ['avoidRosNameSpaceConventions', 1, /boolean/],
])('%s cannot be %p', (property, value, message) => {
  expect(() => Object.assign(new QoS(), { [property]: value })).toThrow(message);
});

test.each([
  [QoS.profileDefault, QosProfiles.default],
  [QoS.profileSystemDefault, QosProfiles.systemDefault],
  [QoS.profileSensorData, QosProfiles.sensorData],
  [QoS.profileServicesDefault, QosProfiles.services],
  [QoS.profileParameters, QosProfiles.parameters],
  [QoS.profileParameterEvents, QosProfiles.parameterEvents],
  [QoS.profileActionStatusDefault, QosProfiles.actionStatus],
])('%s is the profile of ROS 2', (name, profile) => {
  expect(toRmwProfile(name)).toBe(profile);
});

test('a plain object is a QoS, and what it leaves out is left to the default', () => {
  expect(toRmwProfile({ depth: 3, liveliness: 4 })).toEqual({
    depth: 3,
    history: undefined,
    reliability: undefined,
    durability: undefined,
    liveliness: undefined,
    avoidRosNamespaceConventions: undefined,
  });
});

test('what is no QoS is refused', () => {
  expect(() => toRmwProfile('qos_profile_fast')).toThrow(/qos_profile_default, qos_profile_system_default/);
  expect(() => toRmwProfile(10 as unknown as QoS)).toThrow(/expected QoS or a profile constant, got number 10/);
});

test('endpoint infos show durations in seconds and nanoseconds', () => {
  const info = toQosInfo({ ...QosProfiles.default, lifespan: 2_500_000_000n });
  expect(info).toMatchObject({ depth: 10, history: 1, reliability: 1, durability: 2, liveliness: 1 });
  expect(info.lifespan).toEqual({ seconds: 2n, nanoseconds: 500_000_000 });
  expect(info.deadline).toEqual({ seconds: 9223372036n, nanoseconds: 854775807 });
});
