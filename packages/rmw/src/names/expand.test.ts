import * as fc from 'fast-check';
import { expandTopicName, fullNodeName } from './expand';
import { checkFullName } from './validate';

test.each([
  ['chatter', '/chatter', '/ns/chatter'],
  ['/chatter', '/chatter', '/chatter'],
  ['~', '/talker', '/ns/talker'],
  ['~/status', '/talker/status', '/ns/talker/status'],
  ['{node}/a', '/talker/a', '/ns/talker/a'],
  ['/{ns}/a', '/a', '/ns/a'],
  ['{namespace}/a', '/a', '/ns/a'],
  ['/x/{node}', '/x/talker', '/x/talker'],
])('%s is %s in the root namespace and %s in /ns', (name, inRoot, inNamespace) => {
  expect(expandTopicName(name, 'talker', '/')).toBe(inRoot);
  expect(expandTopicName(name, 'talker', '/ns')).toBe(inNamespace);
});

test('a name that would be too long, or no name at all, is refused', () => {
  expect(() => expandTopicName('a'.repeat(200), 'talker', `/${'n'.repeat(100)}`)).toThrow(/longer than/);
  expect(() => expandTopicName('/{ns}', 'talker', '/')).toThrow(/expected a valid fully qualified name/);
});

const token = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
const namespace = fc.array(token, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);

test('what expansion returns is fully qualified, and expanding it again changes nothing', () => {
  const name = fc
    .tuple(
      fc.constantFrom('', '/', '~/'),
      fc.array(fc.oneof(token, fc.constant('{node}')), { minLength: 1, maxLength: 4 }),
    )
    .map(([start, parts]) => start + parts.join('/'));
  fc.assert(
    fc.property(name, token, namespace, (text, node, ns) => {
      const expanded = expandTopicName(text, node, ns);
      expect(checkFullName(expanded)).toBeUndefined();
      expect(expandTopicName(expanded, node, ns)).toBe(expanded);
    }),
  );
});

test('a private name lies below the full name of its node', () => {
  fc.assert(
    fc.property(token, token, namespace, (name, node, ns) => {
      expect(expandTopicName(`~/${name}`, node, ns)).toBe(`${fullNodeName(ns, node)}/${name}`);
    }),
  );
});
