import { InterfaceRegistry } from '@roslet/interfaces';
import { shownLines } from './definition-text';

const registry = new InterfaceRegistry();
registry.define(
  'cli_test/msg/Outer',
  `# about Outer

uint8 KIND=1 # a constant
Inner inner # beside
string text "a#b"
`,
);
registry.define('cli_test/msg/Inner', '# about Inner\nint32 x # beside x\ngeometry_msgs/Point[] points\n');
registry.define('cli_test/srv/Ask', 'Inner question\n---\n# about the answer\nInner answer\n');

test('nested definitions follow their fields, without their comments', () => {
  expect(shownLines(registry, 'cli_test/msg/Outer', 'outer')).toEqual([
    '# about Outer',
    '',
    'uint8 KIND=1 # a constant',
    'Inner inner # beside',
    '\tint32 x',
    '\tgeometry_msgs/Point[] points',
    '\t\tfloat64 x',
    '\t\tfloat64 y',
    '\t\tfloat64 z',
    'string text "a#b"',
  ]);
});

test('with all comments', () => {
  expect(shownLines(registry, 'cli_test/msg/Outer', 'all')).toEqual(
    expect.arrayContaining(['\t# about Inner', '\tint32 x # beside x']),
  );
});

test('without comments', () => {
  expect(shownLines(registry, 'cli_test/msg/Outer', 'none').slice(0, 3)).toEqual([
    'uint8 KIND=1',
    'Inner inner',
    '\tint32 x',
  ]);
});

test('both halves of a service', () => {
  expect(shownLines(registry, 'cli_test/srv/Ask', 'none').filter((line) => !line.startsWith('\t'))).toEqual([
    'Inner question',
    '---',
    'Inner answer',
  ]);
});

test('every shipped definition can be shown', () => {
  const shipped = new InterfaceRegistry({ environment: {} });
  for (const name of shipped.list()) expect(shownLines(shipped, name, 'all').length).toBeGreaterThan(0);
});
