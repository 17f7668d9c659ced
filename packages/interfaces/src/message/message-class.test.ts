/* eslint-disable @typescript-eslint/no-explicit-any -- looks into messages whose fields are known at run time only */
import { inspect } from 'node:util';
import { compileCodec } from '../codec';
import { InterfaceRegistry } from '../registry/interface-registry';
import { createMessage, createMessageObject, loadInterface } from './interface-loader';
import { Message } from './message';
import { messageClass } from './message-class';

const registry = new InterfaceRegistry({ environment: {} });

function make(name: string, init?: unknown): any {
  return new (messageClass(registry, name))(init);
}

describe('defaults', () => {
  test('every shipped message can be created and has its fields in order', () => {
    for (const name of registry.list({ kind: 'msg' })) {
      const message = make(name);
      expect(Object.keys(message)).toEqual(registry.message(name).fields.map((field) => field.name));
    }
  });

  test('primitives start at zero, text empty, 64-bit integers as bigint', () => {
    expect(make('test_msgs/msg/BasicTypes').toPlainObject()).toEqual({
      bool_value: false,
      byte_value: 0,
      char_value: 0,
      float32_value: 0,
      float64_value: 0,
      int8_value: 0,
      uint8_value: 0,
      int16_value: 0,
      uint16_value: 0,
      int32_value: 0,
      uint32_value: 0,
      int64_value: 0n,
      uint64_value: 0n,
    });
  });

  test('the defaults of the definition hold, nested ones and those in fixed arrays too', () => {
    expect(make('geometry_msgs/msg/Pose').orientation.w).toBe(1);
    const arrays = make('test_msgs/msg/Arrays');
    expect(arrays.defaults_values).toHaveLength(3);
    expect(arrays.defaults_values[2].float32_value).toBe(1.125);
    expect(arrays.string_values_default).toEqual(['', 'max value', 'min value']);
    expect(arrays.int64_values_default).toEqual([0n, 9223372036854775807n, -9223372036854775808n]);
    expect(arrays.float64_values_default).toEqual(Float64Array.of(3.1415, 0, -3.1415));
  });

  test('numeric arrays are typed arrays, bool, string and 64-bit ones plain arrays', () => {
    const arrays = make('test_msgs/msg/Arrays');
    const kinds = Object.entries(arrays).map(([name, value]) => [
      name,
      Object.prototype.toString.call(value).slice(8, -1),
    ]);
    expect(Object.fromEntries(kinds.slice(0, 14))).toEqual({
      bool_values: 'Array',
      byte_values: 'Uint8Array',
      char_values: 'Uint8Array',
      float32_values: 'Float32Array',
      float64_values: 'Float64Array',
      int8_values: 'Int8Array',
      uint8_values: 'Uint8Array',
      int16_values: 'Int16Array',
      uint16_values: 'Uint16Array',
      int32_values: 'Int32Array',
      uint32_values: 'Uint32Array',
      int64_values: 'Array',
      uint64_values: 'Array',
      string_values: 'Array',
    });
    expect(arrays.uint16_values).toHaveLength(3);
    expect(arrays.uint64_values).toEqual([0n, 0n, 0n]);
  });

  test('two messages share no default', () => {
    const first = make('test_msgs/msg/Arrays');
    first.float64_values_default[0] = 9;
    first.string_values_default[0] = 'changed';
    first.basic_types_values[0].int32_value = 9;
    const second = make('test_msgs/msg/Arrays');
    expect(second.float64_values_default[0]).toBe(3.1415);
    expect(second.string_values_default[0]).toBe('');
    expect(second.basic_types_values[0].int32_value).toBe(0);
  });
});

describe('values given', () => {
  test('missing, null and undefined fields take their defaults, unknown ones are ignored', () => {
    const pose = make('geometry_msgs/msg/Pose', { position: null, orientation: { x: 0.5, w: undefined }, extra: 1 });
    expect(pose.toPlainObject()).toEqual({
      position: { x: 0, y: 0, z: 0 },
      orientation: { x: 0.5, y: 0, z: 0, w: 1 },
    });
    expect(pose.orientation).toBeInstanceOf(Message);
    pose.orientation = null;
    expect(pose.orientation.w).toBe(1);
  });

  test('a bare value sets the field data', () => {
    expect(make('std_msgs/msg/String', 'hello').data).toBe('hello');
    expect(make('std_msgs/msg/Int64', 5).data).toBe(5n);
    expect(make('geometry_msgs/msg/Point', 5).toPlainObject()).toEqual({ x: 0, y: 0, z: 0 });
  });

  test('lists of numbers become typed arrays, in the constructor and on assignment', () => {
    const joints = make('sensor_msgs/msg/JointState', { position: [1, 2] });
    expect(joints.position).toEqual(Float64Array.of(1, 2));
    joints.position = [3];
    expect(joints.position).toEqual(Float64Array.of(3));
    const own = Float64Array.of(7);
    joints.velocity = own;
    expect(joints.velocity).toBe(own);
  });

  test('numbers that do not fit stay as they are, so that encoding can name them', () => {
    const image = make('sensor_msgs/msg/Image', { data: [1, 300] });
    expect(image.data).toEqual([1, 300]);
    image.data = [1, 'x'];
    expect(image.data).toEqual([1, 'x']);
    image.data = 'text';
    expect(image.data).toBe('text');
    image.header = 5;
    expect(image.header).toBe(5);
  });

  test("rclnodejs's Int8Array for char arrays is taken byte by byte", () => {
    const arrays = make('test_msgs/msg/Arrays');
    arrays.char_values = Int8Array.of(1, 2, -1);
    expect(arrays.char_values).toEqual(Uint8Array.of(1, 2, 255));
  });

  test('arrays of another length than the definition allows are refused on assignment', () => {
    const arrays = make('test_msgs/msg/Arrays');
    expect(() => (arrays.uint8_values = [1, 2])).toThrow(/exactly 3 elements in the array 'uint8_values', got 2/);
    expect(() => (arrays.basic_types_values = [])).toThrow(RangeError);
    const bounded = make('test_msgs/msg/BoundedSequences');
    expect(() => (bounded.bool_values = [true, true, true, true])).toThrow(/at most 3/);
    bounded.bool_values = [true];
    expect(bounded.bool_values).toEqual([true]);
  });
});

describe('copies', () => {
  test('a message made from another shares nothing with it', () => {
    const original = make('sensor_msgs/msg/PointCloud2', { data: Uint8Array.of(1), fields: [{ name: 'x' }] });
    const copy = make('sensor_msgs/msg/PointCloud2', original);
    original.data[0] = 9;
    original.fields[0].name = 'changed';
    expect(copy.data[0]).toBe(1);
    expect(copy.fields[0].name).toBe('x');
  });

  test('copy() takes over all fields', () => {
    const source = make('std_msgs/msg/Int8MultiArray', { data: [1, 2], layout: { dim: [{ label: 'a' }] } });
    const target = make('std_msgs/msg/Int8MultiArray');
    target.copy(source);
    source.data[0] = 9;
    expect(target.toPlainObject()).toEqual({
      layout: { dim: [{ label: 'a', size: 0, stride: 0 }], data_offset: 0 },
      data: Int8Array.of(1, 2),
    });
  });
});

test('a message object, its plain object and nothing at all serialize to the same bytes', () => {
  for (const name of registry.list({ kind: 'msg' })) {
    const codec = compileCodec(name, registry.resolve);
    const bytes = Buffer.from(codec.serialize({}));
    const message = make(name);
    expect(bytes.equals(codec.serialize(message))).toBe(true);
    expect(bytes.equals(codec.serialize(message.toPlainObject()))).toBe(true);
    expect(bytes.equals(codec.serialize(make(name, codec.decode(bytes))))).toBe(true);
  }
});

describe("rclnodejs's surface", () => {
  test('arrays of messages answer data, size and fill(list)', () => {
    const layout = make('std_msgs/msg/MultiArrayLayout');
    layout.dim = [{ label: 'height' }];
    layout.dim.fill([{ label: 'a' }, { label: 'b' }]);
    expect(layout.dim.size).toBe(2);
    expect(Array.isArray(layout.dim.data)).toBe(true);
    expect(layout.dim.data[1].label).toBe('b');
    expect(layout.dim.map((dim: { label: string }) => dim.label).constructor).toBe(Array);
  });

  test('toPlainObject(false) has plain arrays of numbers', () => {
    const plain = make('sensor_msgs/msg/JointState', { position: [1.5] }).toPlainObject(false);
    expect(plain.position).toEqual([1.5]);
    expect(plain.header).toEqual({ stamp: { sec: 0, nanosec: 0 }, frame_id: '' });
  });

  test('classes tell their type, constants and definition', () => {
    const Marker = loadInterface('visualization_msgs/msg/Marker', registry) as any;
    expect(Marker.type()).toEqual({ pkgName: 'visualization_msgs', subFolder: 'msg', interfaceName: 'Marker' });
    expect(Marker.DELETEALL).toBe(3);
    expect(() => {
      'use strict';
      Marker.DELETEALL = 4;
    }).toThrow(TypeError);
    expect(Marker.name).toBe('Marker');
    expect(Marker.ROSMessageDef.fields[8]).toEqual({
      name: 'lifetime',
      default_value: null,
      type: {
        isArray: false,
        arraySize: null,
        isUpperBound: false,
        isDynamicArray: false,
        isFixedSizeArray: false,
        pkgName: 'builtin_interfaces',
        type: 'Duration',
        stringUpperBound: null,
        isPrimitiveType: false,
      },
    });
    const marker = new Marker();
    expect(marker.hasMember('ns')).toBe(true);
    expect(marker.hasMember('namespace')).toBe(false);
    expect(marker.constructor.classType).toBe(Marker);
  });

  test('messages print with their type and as JSON', () => {
    const point = make('geometry_msgs/msg/Point', { x: 1 });
    expect(inspect(point)).toBe('geometry_msgs/msg/Point { x: 1, y: 0, z: 0 }');
    expect(JSON.stringify(make('geometry_msgs/msg/PointStamped', { point }))).toBe(
      '{"header":{"stamp":{"sec":0,"nanosec":0},"frame_id":""},"point":{"x":1,"y":0,"z":0}}',
    );
  });

  test('interfaces load by text, object, class and package, always as the same class', () => {
    const String = loadInterface('std_msgs/msg/String', registry);
    expect(loadInterface({ package: 'std_msgs', type: 'msg', name: 'String' }, registry)).toBe(String);
    expect(loadInterface(String, registry)).toBe(String);
    const pkg = loadInterface('std_msgs', registry) as any;
    expect(pkg.msg.String).toBe(String);
    expect(Object.keys(pkg)).toEqual(['msg', 'srv', 'action']);
  });

  test('services and actions have their parts', () => {
    const AddTwoInts = loadInterface('example_interfaces/srv/AddTwoInts', registry) as any;
    expect(new AddTwoInts.Request({ a: 1 }).toPlainObject()).toEqual({ a: 1n, b: 0n });
    expect(AddTwoInts.Response.typeName).toBe('example_interfaces/srv/AddTwoInts_Response');
    expect(new AddTwoInts.Event().request).toEqual([]);
    expect(typeof AddTwoInts).toBe('function');
    expect(loadInterface('example_interfaces/srv/AddTwoInts_Request', registry)).toBe(AddTwoInts.Request);

    const Fibonacci = loadInterface('test_msgs/action/Fibonacci', registry) as any;
    expect(Fibonacci.type()).toEqual({ pkgName: 'test_msgs', subFolder: 'action', interfaceName: 'Fibonacci' });
    expect(new Fibonacci.Goal({ order: 3 }).order).toBe(3);
    expect(new Fibonacci.impl.SendGoalService.Request().goal_id.uuid).toHaveLength(16);
    expect(Fibonacci.impl.GetResultService).toBe(loadInterface('test_msgs/action/Fibonacci_GetResult', registry));
    expect(new Fibonacci.impl.FeedbackMessage({ feedback: { sequence: [1] } }).feedback.sequence).toEqual(
      Int32Array.of(1),
    );
    expect(Fibonacci.impl.CancelGoal.type().pkgName).toBe('action_msgs');
    expect(Fibonacci.impl.GoalStatusArray.type().interfaceName).toBe('GoalStatusArray');
  });

  test.each([
    'std_msgs/msg/CString',
    'std_msgs/msg/String ',
    '/std_msgs/msg/String',
    ' std_msgs/msg/String',
    'std_msgs/String',
    'std_msgs/srv/String',
    'msg/String',
    'no_such_package',
    { package: 'std_msgs', type: 'msg', name: 'CString' },
    5,
    undefined,
    () => undefined,
  ])('createMessage refuses %p', (reference) => {
    expect(() => createMessage(reference as string, registry)).toThrow(/expected/);
  });

  test('createMessageObject gives a plain object', () => {
    const plain = createMessageObject('std_msgs/msg/String', registry);
    expect(plain).toEqual({ data: '' });
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
    expect(() => createMessage('std_srvs/srv/Empty', registry)).toThrow(/names a service/);
  });
});
