import { defaultRegistry } from '@roslet/interfaces';
import { messageFilter } from './filter';
import { selectField } from './select';

const { resolve } = defaultRegistry();

test('a path leads to a field, with its type', () => {
  const x = selectField(resolve, 'nav_msgs/msg/Odometry', 'pose.pose.position.x');
  expect(x.type.base).toBe('float64');
  expect(x.of({ pose: { pose: { position: { x: 4 } } } })).toBe(4);
  const range = selectField(resolve, 'sensor_msgs/msg/LaserScan', 'ranges[1]');
  expect(range.type).toMatchObject({ base: 'float32', container: { kind: 'single' } });
  expect(range.of({ ranges: Float32Array.of(1, 2) })).toBe(2);
  expect(range.of({ ranges: Float32Array.of() })).toBeUndefined();
  const parent = selectField(resolve, 'tf2_msgs/msg/TFMessage', 'transforms[0].header.frame_id');
  expect(parent.of({ transforms: [{ header: { frame_id: 'map' } }] })).toBe('map');
  expect(parent.of({ transforms: [] })).toBeUndefined();
});

test.each([
  ['pose.pose.positon', "geometry_msgs/msg/Pose has no field 'positon'; did you mean position?"],
  ['pose[0]', 'there is no array to take element 0 of'],
  ['pose.covariance.x', "'x' is asked of an array; name an element, as in [0]"],
  ['header.frame_id.x', "a string has no field 'x'"],
  ['', 'expected --field to be a path'],
  ['pose..', 'geometry_msgs'],
  ['pose[x]', 'expected --field to be a path'],
])('the path %j is refused', (path, message) => {
  if (path === 'pose..') expect(selectField(resolve, 'nav_msgs/msg/Odometry', path).type.nested).toContain(message);
  else expect(() => selectField(resolve, 'nav_msgs/msg/Odometry', path)).toThrow(message);
});

test('a filter is an expression about m', () => {
  expect(messageFilter('m.data > 3')({ data: 4 })).toBe(true);
  expect(messageFilter('m.data > 3')({ data: 3 })).toBe(false);
  expect(() => messageFilter('m.data >')).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_CLI_USAGE' }));
});
