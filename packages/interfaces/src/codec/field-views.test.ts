import { defaultRegistry } from '../index';
import { createCodec } from './codec';

const { resolve } = defaultRegistry();

function borrowed(type: string) {
  const codec = createCodec(type, resolve);
  const size = codec.fixedSize;
  if (size === undefined) throw new Error(`${type} has no fixed size`);
  const memory = new Uint8Array(size + 4);
  return { codec, memory, size, view: codec.viewFields(memory, 4) as Record<string, unknown> };
}

test('fields of a view are the fields of the serialized message', () => {
  const { codec, memory, size, view } = borrowed('geometry_msgs/msg/Twist');
  (view['linear'] as { x: number }).x = 1.5;
  view['angular'] = { x: 1, y: 2, z: 3 };
  const message = { linear: { x: 1.5, y: 0, z: 0 }, angular: { x: 1, y: 2, z: 3 } };
  expect(codec.decode(memory, 4, size)).toEqual(message);
  expect(memory.subarray(4)).toEqual(codec.serialize(message));
});

test('every kind of fixed field: what is written through a view decodes to the same values', () => {
  const { codec, memory, size, view } = borrowed('test_msgs/msg/Defaults');
  const values = {
    bool_value: true,
    byte_value: 7,
    char_value: 8,
    float32_value: 1.25,
    float64_value: -2.5,
    int8_value: -3,
    uint8_value: 200,
    int16_value: -300,
    uint16_value: 400,
    int32_value: -5,
    uint32_value: 4_000_000_000,
    int64_value: -(2n ** 60n),
    uint64_value: 2n ** 63n,
  };
  Object.assign(view, values);
  expect(codec.decode(memory, 4, size)).toEqual(values);
  for (const [name, value] of Object.entries(values)) expect(view[name]).toEqual(value);
});

test('numeric arrays are views, behind anything that needs padding', () => {
  const { codec, memory, size, view } = borrowed('geometry_msgs/msg/PoseWithCovariance');
  (view['covariance'] as Float64Array)[35] = 36;
  (view['pose'] as { orientation: { w: number } }).orientation.w = 1;
  const decoded = codec.decode(memory, 4, size) as { covariance: Float64Array; pose: { orientation: { w: number } } };
  expect(decoded.covariance[35]).toBe(36);
  expect(decoded.pose.orientation.w).toBe(1);
});

test('a wrong value is refused and names the field', () => {
  const { view } = borrowed('test_msgs/msg/Defaults');
  expect(() => (view['uint8_value'] = 256)).toThrow('uint8_value: expected a value of type uint8, got 256');
  expect(() => (view['float64_value'] = 'x')).toThrow('float64_value: expected a value of type float64, got string');
  expect(() => (view['int64_value'] = 2n ** 63n)).toThrow('int64_value');
});

test('a type with strings or sequences has no fixed size, and no view', () => {
  const codec = createCodec('std_msgs/msg/String', resolve);
  expect(codec.fixedSize).toBeUndefined();
  expect(() => codec.viewFields(new Uint8Array(64), 4)).toThrow('std_msgs/msg/String');
});
