import { defaultRegistry, type FieldType, InterfaceRegistry } from '@roslet/interfaces';
import { parse } from 'yaml';
import { defaultMessage } from './codec';
import { csvText } from './csv-text';
import { floatText } from './float-text';
import { pythonBytes, pythonText } from './python-text';
import { yamlString } from './scalar-text';
import { messageType, YamlText } from './yaml-text';

const registry = new InterfaceRegistry();
registry.define(
  'cli_test/msg/Everything',
  `
bool flag
int64 big
float32 single
float64[3] fixed
float64[] values
string text
string[] names
std_msgs/Empty nothing
geometry_msgs/Point[] points
std_msgs/Empty[] nothings
uint8[<=4] bounded
`,
);
const { resolve } = registry;
const EVERYTHING = messageType('cli_test/msg/Everything');

const everything = {
  flag: true,
  big: 9007199254740993n,
  single: Math.fround(0.1),
  fixed: Float64Array.of(1, -0.5, 1e-7),
  values: Float64Array.of(),
  text: 'Hello World: 1',
  names: ['a', 'yes', ''],
  nothing: {},
  points: [
    { x: 1, y: 2, z: 3 },
    { x: 4, y: 5, z: 6 },
  ],
  nothings: [{}],
  bounded: Uint8Array.of(1, 2),
};

describe('YAML', () => {
  test('is laid out as PyYAML does it', () => {
    expect(new YamlText(resolve).block(EVERYTHING, everything)).toBe(`flag: true
big: 9007199254740993
single: 0.10000000149011612
fixed:
- 1.0
- -0.5
- 1.0e-07
values: []
text: 'Hello World: 1'
names:
- a
- 'yes'
- ''
nothing: {}
points:
- x: 1.0
  y: 2.0
  z: 3.0
- x: 4.0
  y: 5.0
  z: 6.0
nothings:
- {}
bounded:
- 1
- 2
`);
  });

  test('reads back as the same values, in block style and in flow style', () => {
    const yaml = new YamlText(resolve);
    for (const text of [yaml.block(EVERYTHING, everything), yaml.flow(EVERYTHING, everything)]) {
      expect(parse(text, { version: '1.1', intAsBigInt: true })).toMatchObject({
        big: 9007199254740993n,
        fixed: [1, -0.5, 1e-7],
        text: 'Hello World: 1',
        names: ['a', 'yes', ''],
        nothing: {},
        points: [{ x: 1 }, { z: 6 }],
      });
    }
  });

  test('cuts long arrays and strings', () => {
    const text = new YamlText(resolve, { truncate: 2 }).block(EVERYTHING, everything);
    expect(text).toContain("fixed:\n- 1.0\n- -0.5\n- '...'\n");
    expect(text).toContain('text: He...\n');
    expect(text).not.toContain("- 1\n- 2\n- '...'");
  });

  test('describes arrays and strings in place of showing them', () => {
    const text = new YamlText(resolve, { noArrays: true, noStrings: true }).block(EVERYTHING, everything);
    expect(parse(text)).toMatchObject({
      fixed: '<array type: double[3]>',
      values: '<sequence type: double, length: 0>',
      text: '<string length: <14>>',
      points: '<sequence type: geometry_msgs/msg/Point, length: 2>',
      bounded: '<sequence type: uint8[4], length: 2>',
    });
  });

  test('of an empty message is an empty mapping', () => {
    expect(new YamlText(resolve).block(messageType('std_msgs/msg/Empty'), {})).toBe('{}\n');
  });

  test('of every shipped message with its defaults reads back', () => {
    const shipped = defaultRegistry();
    const yaml = new YamlText(shipped.resolve);
    for (const name of shipped.list({ kind: 'msg' })) {
      const message = defaultMessage(shipped, name);
      // Not as YAML 1.1, in which the name `y` would be true; PyYAML does not take it for that.
      const value: unknown = parse(yaml.block(messageType(name), message));
      expect(Object.keys(value as object)).toEqual(Object.keys(message));
    }
  });

  test.each([
    'yes',
    'On',
    'null',
    '~',
    '1',
    '1.5',
    '1:30',
    '0x1',
    '- a',
    '{a}',
    'a: b',
    'a #b',
    ' a',
    'a ',
    "it's",
    'ü',
    'a\nb',
    '\u0000',
    'a\u0085b',
    'a\u2028b',
    '=',
    '<<',
    '2026-11-30',
    '.nan',
    '!x',
    '&x',
    '*x',
    '%',
    '@',
    '`',
  ])('quotes %j so that YAML 1.1 reads it back', (text) => {
    expect(parse(`x: ${yamlString(text)}`, { version: '1.1' })).toEqual({ x: text });
    expect(yamlString(text)).not.toContain('\n');
  });
});

test.each([
  [1, '1.0', '1.0'],
  [-0, '-0.0', '-0.0'],
  [0.0001, '0.0001', '0.0001'],
  [0.00001, '1e-05', '1.0e-05'],
  [1.5e-7, '1.5e-07', '1.5e-07'],
  [1e15, '1000000000000000.0', '1000000000000000.0'],
  [1e16, '1e+16', '1.0e+16'],
  [1.25e300, '1.25e+300', '1.25e+300'],
  [NaN, 'nan', '.nan'],
  [-Infinity, '-inf', '-.inf'],
])('the number %p is %s in Python and %s in YAML', (value, python, yaml) => {
  expect(floatText(value, 'python')).toBe(python);
  expect(floatText(value, 'yaml')).toBe(yaml);
  if (Number.isFinite(value)) expect(parse(yaml, { version: '1.1' })).toBe(value);
});

test('CSV has all values in one line', () => {
  expect(csvText(resolve, EVERYTHING, everything, {})).toBe(
    'True,9007199254740993,0.10000000149011612,1.0,-0.5,1e-07,,Hello World: 1,a,yes,,,1.0,2.0,3.0,4.0,5.0,6.0,,1,2',
  );
  expect(csvText(resolve, EVERYTHING, everything, { truncate: 1 })).toContain('1.0,...,,H...,a,...');
});

test('the Python form names the types', () => {
  const point: FieldType = messageType('geometry_msgs/msg/Point');
  expect(pythonText(resolve, point, { x: 1, y: 0.5, z: 0 })).toBe('geometry_msgs.msg.Point(x=1.0, y=0.5, z=0.0)');
  expect(pythonText(resolve, messageType('std_msgs/msg/String'), { data: "it's" })).toBe(
    `std_msgs.msg.String(data="it's")`,
  );
  expect(pythonBytes(Uint8Array.of(0, 1, 104, 105, 39, 255))).toBe("b'\\x00\\x01hi\\x27\\xff'");
});
