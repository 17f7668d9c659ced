import { contextSettings, defaultBase } from './context-settings';
import { type ContextOptions } from '../context-options';

test('without options and environment: domain 0 of the user, adaptive waiting', () => {
  expect(contextSettings({}, {})).toEqual({
    domainId: 0,
    directory: `${defaultBase()}/0`,
    groupId: -1,
    wait: 'adaptive',
    adaptiveBudgetMicros: 200,
    forceShmFailure: false,
  });
});

test('the environment is read', () => {
  const env = {
    ROS_DOMAIN_ID: '42',
    ROSLET_DIR: '/dev/shm/elsewhere',
    ROSLET_GROUP: '1000',
    ROSLET_WAIT: 'park',
    ROSLET_WAIT_BUDGET_MICROS: '0',
    ROSLET_TEST_FORCE_SHM_FAILURE: '1',
  };
  expect(contextSettings({}, env)).toEqual({
    domainId: 42,
    directory: '/dev/shm/elsewhere/42',
    groupId: 1000,
    wait: 'park',
    adaptiveBudgetMicros: 0,
    forceShmFailure: true,
  });
});

test('options go before the environment', () => {
  const env = { ROS_DOMAIN_ID: '42', ROSLET_DIR: '/a', ROSLET_TEST_FORCE_SHM_FAILURE: '1' };
  expect(contextSettings({ domainId: 7, directory: '/b', forceShmFailure: false }, env)).toMatchObject({
    domainId: 7,
    directory: '/b/7',
    forceShmFailure: false,
  });
});

test('an empty variable is one that is not set', () => {
  expect(contextSettings({}, { ROS_DOMAIN_ID: '', ROSLET_WAIT: '' })).toMatchObject({ domainId: 0, wait: 'adaptive' });
});

test.each(['0', 'true', '1 ', 'yes', '2'])('the failure seam is exactly "1": %j is not', (value) => {
  expect(contextSettings({}, { ROSLET_TEST_FORCE_SHM_FAILURE: value }).forceShmFailure).toBe(false);
});

test('a group may be named', () => {
  expect(contextSettings({ group: 'root' }, {}).groupId).toBe(0);
  expect(() => contextSettings({ group: 'no_such_group' }, {})).toThrow(
    /expected a group of \/etc\/group, got "no_such_group"/,
  );
});

test.each([
  ['ROS_DOMAIN_ID', '233', 'a whole number from 0 to 232'],
  ['ROS_DOMAIN_ID', '-1', 'a whole number from 0 to 232'],
  ['ROS_DOMAIN_ID', '1e2', 'a whole number from 0 to 232'],
  ['ROSLET_DIR', 'relative', 'an absolute path'],
  ['ROSLET_WAIT', 'sleep', 'one of park, adaptive, spin'],
  ['ROSLET_GROUP', 'a b', 'the number or name of a Unix group'],
  ['ROSLET_WAIT_BUDGET_MICROS', '1.5', 'a whole number of microseconds'],
])('%s=%s is an error that names variable, value and what was expected', (variable, value, expected) => {
  expect(() => contextSettings({}, { [variable]: value })).toThrow(
    expect.objectContaining({
      code: 'ERR_ROSLET_ENVIRONMENT',
      variable,
      message: expect.stringMatching(new RegExp(`${variable} to be ${expected}.*"${value}"`)),
    }),
  );
});

test.each<[string, unknown]>([
  ['domainId', { domainId: 233 }],
  ['domainId', { domainId: '1' }],
  ['directory', { directory: 'relative' }],
  ['wait', { wait: 'sleep' }],
  ['group', { group: -1 }],
  ['adaptiveBudgetMicros', { adaptiveBudgetMicros: -5 }],
  ['onWarning', { onWarning: 'print' }],
  ['enclave', { enclave: 'relative' }],
  ['interfaces', { interfaces: {} }],
  ['unknown option "domain"', { domain: 5 }],
  ['as an object', 'nonsense'],
])('a wrong option is an error that names it: %s', (name, options) => {
  expect(() => contextSettings(options as ContextOptions, {})).toThrow(
    expect.objectContaining({ code: 'ERR_ROSLET_OPTION', message: expect.stringContaining(name) }),
  );
});
