import {
  type Container,
  type Field,
  type FieldType,
  type LiteralValue,
  type MessageDescription,
  type Primitive,
  PRIMITIVES,
  type Resolve,
} from '../model';

/**
 * Type descriptions for the codec's tests, from the lines of the interface language that matter here: `type name` and
 * `type name default`, the default as JSON (64-bit integers as strings of digits). Independent of the real parser.
 */
export function resolverOf(definitions: Readonly<Record<string, string>>): Resolve {
  const known = new Map(Object.entries(definitions).map(([name, text]) => [name, describeMessage(name, text)]));
  return (name) => {
    const description = known.get(name);
    if (description === undefined) throw new Error(`no ${name} among the test's types`);
    return description;
  };
}

function describeMessage(name: string, text: string): MessageDescription {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { name, fields: lines.map(describeField), constants: [] };
}

function describeField(line: string): Field {
  const [, type, name, value] = /^(\S+)\s+(\S+)(?:\s+(.*))?$/.exec(line)!;
  const fieldType = describeType(type!);
  if (value === undefined) return { name: name!, type: fieldType };
  return { name: name!, type: fieldType, default: literal(fieldType.base, JSON.parse(value)) };
}

function describeType(text: string): FieldType {
  const [, base, stringBound, brackets] = /^([^[<]+)(?:<=(\d+))?(\[.*\])?$/.exec(text)!;
  const container = describeContainer(brackets);
  if (!(PRIMITIVES as readonly string[]).includes(base!)) return { base: 'nested', nested: base!, container };
  if (stringBound === undefined) return { base: base as Primitive, container };
  return { base: base as Primitive, stringBound: Number(stringBound), container };
}

function describeContainer(brackets: string | undefined): Container {
  if (brackets === undefined) return { kind: 'single' };
  if (brackets === '[]') return { kind: 'sequence' };
  const [, upTo, count] = /^\[(<=)?(\d+)\]$/.exec(brackets)!;
  return upTo === undefined ? { kind: 'array', length: Number(count) } : { kind: 'sequence', bound: Number(count) };
}

function literal(base: string, value: unknown): LiteralValue {
  if (Array.isArray(value)) return value.map((item) => literal(base, item) as number);
  return base.endsWith('int64') ? BigInt(value as string) : (value as LiteralValue);
}

const HEADER = 'builtin_interfaces/msg/Time stamp\nstring frame_id';

/** The types of the examples and the measurements, as ROS 2 defines them. */
export const COMMON = {
  'builtin_interfaces/msg/Time': 'int32 sec\nuint32 nanosec',
  'std_msgs/msg/Header': HEADER,
  'std_msgs/msg/Empty': '',
  'std_msgs/msg/String': 'string data',
  'geometry_msgs/msg/Vector3': 'float64 x\nfloat64 y\nfloat64 z',
  'geometry_msgs/msg/Point': 'float64 x\nfloat64 y\nfloat64 z',
  'geometry_msgs/msg/Quaternion': 'float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1',
  'geometry_msgs/msg/Pose': 'geometry_msgs/msg/Point position\ngeometry_msgs/msg/Quaternion orientation',
  'geometry_msgs/msg/Twist': 'geometry_msgs/msg/Vector3 linear\ngeometry_msgs/msg/Vector3 angular',
  'geometry_msgs/msg/PoseStamped': 'std_msgs/msg/Header header\ngeometry_msgs/msg/Pose pose',
  'geometry_msgs/msg/PoseArray': 'std_msgs/msg/Header header\ngeometry_msgs/msg/Pose[] poses',
  'sensor_msgs/msg/JointState':
    'std_msgs/msg/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort',
  'sensor_msgs/msg/Imu':
    'std_msgs/msg/Header header\ngeometry_msgs/msg/Quaternion orientation\nfloat64[9] orientation_covariance\n' +
    'geometry_msgs/msg/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance\n' +
    'geometry_msgs/msg/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance',
  'sensor_msgs/msg/LaserScan':
    'std_msgs/msg/Header header\nfloat32 angle_min\nfloat32 angle_max\nfloat32 angle_increment\nfloat32 time_increment\n' +
    'float32 scan_time\nfloat32 range_min\nfloat32 range_max\nfloat32[] ranges\nfloat32[] intensities',
  'sensor_msgs/msg/Image':
    'std_msgs/msg/Header header\nuint32 height\nuint32 width\nstring encoding\nuint8 is_bigendian\nuint32 step\nuint8[] data',
  'perf/msg/Strings': 'string[] data',
  'perf/msg/Integers': 'int64[] data',
} as const;
