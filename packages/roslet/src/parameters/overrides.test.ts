import { fitsNode, overridesFor } from './overrides';
import { ParameterType } from './type';

test.each([
  ['/**', '/talker', true],
  ['/**', '/arm/left/gripper', true],
  ['/*', '/talker', true],
  ['/*', '/arm/gripper', false],
  ['/arm/*', '/arm/gripper', true],
  ['/arm/*', '/arm/left/gripper', false],
  ['/arm/**', '/arm/left/gripper', true],
  ['/**/gripper', '/gripper', true],
  ['/**/gripper', '/arm/left/gripper', true],
  ['/arm/gripper', '/arm/gripper', true],
  ['arm/gripper', '/arm/gripper', true],
  ['gripper', '/arm/gripper', true],
  ['gripper', '/arm/gripper2', false],
  ['grip.er', '/gripper', false],
])('%s fits %s: %s', (pattern, name, fits) => {
  expect(fitsNode(pattern, name)).toBe(fits);
});

test('exact names win over wildcards, and later values over earlier ones', () => {
  const type = ParameterType.PARAMETER_INTEGER;
  const overrides = overridesFor('/talker', [
    { node: 'talker', name: 'a', type, value: 1n },
    { node: '/**', name: 'a', type, value: 2n },
    { node: '/**', name: 'b', type, value: 3n },
    { node: '/*', name: 'b', type, value: 4n },
    { node: '/other', name: 'c', type, value: 5n },
  ]);
  expect([...overrides.values()].map(({ name, value }) => [name, value])).toEqual([
    ['a', 1n],
    ['b', 4n],
  ]);
});
