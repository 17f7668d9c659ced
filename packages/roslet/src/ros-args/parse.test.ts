import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LoggingSeverity } from '../logging/severity';
import { ParameterType } from '../parameters/type';
import { parseRosArguments, withoutRosArguments } from './parse';

const node = ['/usr/bin/node', 'talker.js'];

test('arguments of the program are kept apart from groups of ROS arguments', () => {
  const argv = [...node, '--speed', '3', '--ros-args', '-r', 'a:=b', '--', 'more', '--ros-args', '--log-level', 'warn'];
  expect(withoutRosArguments(argv)).toEqual([...node, '--speed', '3', 'more']);
  const parsed = parseRosArguments(argv);
  expect(parsed.rest).toEqual([...node, '--speed', '3', 'more']);
  expect(parsed.remaps).toHaveLength(1);
  expect(parsed.logLevels).toEqual([{ logger: undefined, severity: LoggingSeverity.WARN }]);
});

test("outside of a group '--' belongs to the program", () => {
  expect(withoutRosArguments(['x', '--', 'y'])).toEqual(['x', '--', 'y']);
});

test('remap rules of every form', () => {
  const { remaps } = parseRosArguments([
    '--ros-args',
    '-r',
    '__node:=alice',
    '--remap',
    'bob:__ns:=/robot',
    '-r',
    'rostopic://chatter:=/talk',
    '-r',
    'bob:rosservice://add:=sum',
    '-r',
    '~/out:=/out',
  ]);
  expect(remaps.map(({ node, kind, to }) => ({ node, kind, to }))).toEqual([
    { node: undefined, kind: 'node-name', to: 'alice' },
    { node: 'bob', kind: 'namespace', to: '/robot' },
    { node: undefined, kind: 'topic', to: '/talk' },
    { node: 'bob', kind: 'service', to: 'sum' },
    { node: undefined, kind: 'topic-or-service', to: '/out' },
  ]);
});

test.each([
  [['-r', 'a=b'], /remapping rule/],
  [['-r'], /expected a value after -r/],
  [['--nonsense'], /unknown ROS argument '--nonsense'/],
  [['-p', 'a'], /name:=value/],
  [['-p', 'a:=[1, x]'], /one type/],
  [['-p', 'a:=99999999999999999999'], /64-bit/],
  [['-p', 'a:={b: 1}'], /plain value/],
  [['--log-level', 'loud'], /one of unset, debug/],
])('%j is refused', (group, message) => {
  expect(() => parseRosArguments(['--ros-args', ...group])).toThrow(message);
  expect(() => parseRosArguments(['--ros-args', ...group])).toThrow(
    expect.objectContaining({ code: 'INVALID_ROS_ARGUMENTS' }),
  );
});

test('switches for where logs go', () => {
  expect(parseRosArguments([])).toMatchObject({ consoleLogs: true, rosoutLogs: true });
  expect(
    parseRosArguments(['--ros-args', '--disable-stdout-logs', '--disable-rosout-logs', '--enable-rosout-logs']),
  ).toMatchObject({ consoleLogs: false, rosoutLogs: true });
  expect(() => parseRosArguments(['--ros-args', '--disable-everything'])).toThrow(/unknown/);
});

test.each([
  ['true', ParameterType.PARAMETER_BOOL, true],
  ['off', ParameterType.PARAMETER_BOOL, false],
  ["'true'", ParameterType.PARAMETER_STRING, 'true'],
  ['!!str 5', ParameterType.PARAMETER_STRING, '5'],
  ['42', ParameterType.PARAMETER_INTEGER, 42n],
  ['-9223372036854775808', ParameterType.PARAMETER_INTEGER, -(2n ** 63n)],
  ['0x10', ParameterType.PARAMETER_INTEGER, 16n],
  ['1e3', ParameterType.PARAMETER_DOUBLE, 1000],
  ['5.', ParameterType.PARAMETER_DOUBLE, 5],
  ['-.inf', ParameterType.PARAMETER_DOUBLE, -Infinity],
  ['.nan', ParameterType.PARAMETER_DOUBLE, NaN],
  ['12:30', ParameterType.PARAMETER_STRING, '12:30'],
  ['2001-12-14', ParameterType.PARAMETER_STRING, '2001-12-14'],
  ['[1, 2]', ParameterType.PARAMETER_INTEGER_ARRAY, [1n, 2n]],
  ['[1, 2.5]', ParameterType.PARAMETER_DOUBLE_ARRAY, [1, 2.5]],
  ['[a, "2"]', ParameterType.PARAMETER_STRING_ARRAY, ['a', '2']],
  ['[yes, no]', ParameterType.PARAMETER_BOOL_ARRAY, [true, false]],
])('-p x:=%s', (text, type, value) => {
  expect(parseRosArguments(['--ros-args', '-p', `x:=${text}`]).parameters).toEqual([
    { node: '/**', name: 'x', type, value },
  ]);
});

test('-p for one node', () => {
  expect(parseRosArguments(['--ros-args', '-p', '/arm/gripper:grip.force:=1.5']).parameters).toEqual([
    { node: '/arm/gripper', name: 'grip.force', type: ParameterType.PARAMETER_DOUBLE, value: 1.5 },
  ]);
});

describe('a parameters file', () => {
  let directory: string;
  const write = (text: string): string => {
    const file = path.join(directory, 'params.yaml');
    writeFileSync(file, text);
    return file;
  };

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'roslet-params-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('holds nodes, namespaces and nested parameters', () => {
    const file = write(`
/**:
  ros__parameters: {use_sim_time: false}
arm:
  gripper:
    ros__parameters:
      grip: {force: 2.5, names: [left, right]}
talker:
  ros__parameters:
    text: "5"
`);
    expect(parseRosArguments(['--ros-args', '--params-file', file]).parameters).toEqual([
      { node: '/**', name: 'use_sim_time', type: ParameterType.PARAMETER_BOOL, value: false },
      { node: 'arm/gripper', name: 'grip.force', type: ParameterType.PARAMETER_DOUBLE, value: 2.5 },
      { node: 'arm/gripper', name: 'grip.names', type: ParameterType.PARAMETER_STRING_ARRAY, value: ['left', 'right'] },
      { node: 'talker', name: 'text', type: ParameterType.PARAMETER_STRING, value: '5' },
    ]);
  });

  test.each([
    ['a: [', /params\.yaml/],
    ['- a', /map of node names/],
    ['talker: 5', /ros__parameters below 'talker'/],
    ['ros__parameters: {a: 1}', /node's name above/],
    ['talker: {ros__parameters: {a: {b: []}}}', /parameter 'a\.b' of 'talker'.*empty list/],
    ['talker: {ros__parameters: {a: }}', /parameter 'a' of 'talker'/],
  ])('%j is refused', (text, message) => {
    const parse = (): unknown => parseRosArguments(['--ros-args', '--params-file', write(text)]);
    expect(parse).toThrow(message);
    expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETERS_FILE' }));
  });

  test('that does not exist is refused', () => {
    expect(() => parseRosArguments(['--ros-args', '--params-file', `${directory}/none`])).toThrow(/ENOENT/);
  });
});
