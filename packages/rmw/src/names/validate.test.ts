import * as fc from 'fast-check';
import {
  checkFullName,
  checkNamespace,
  checkNodeName,
  checkTopicName,
  MAX_NODE_NAME_LENGTH,
  MAX_TOPIC_NAME_LENGTH,
  validateNodeName,
  validateTopicName,
} from './validate';

describe('node names', () => {
  test.each(['talker', '_hidden', 'a1_b2', 'A'])('%s is valid', (name) => {
    expect(checkNodeName(name)).toBeUndefined();
  });

  test.each([
    ['', 0],
    ['1st', 0],
    ['with space', 4],
    ['with/slash', 4],
    ['umläut', 3],
    ['a'.repeat(MAX_NODE_NAME_LENGTH + 1), MAX_NODE_NAME_LENGTH],
  ])('%j is refused at position %i', (name, index) => {
    expect(checkNodeName(name)?.index).toBe(index);
  });

  test('the longest one is valid', () => {
    expect(checkNodeName('a'.repeat(MAX_NODE_NAME_LENGTH))).toBeUndefined();
  });
});

describe('namespaces', () => {
  test.each(['/', '/robot', '/robot/arm_1'])('%s is valid', (name) => {
    expect(checkNamespace(name)).toBeUndefined();
  });

  test.each(['', 'robot', '/robot/', '//robot', '/1robot', '/ro bot', '/a'.repeat(130)])('%j is refused', (name) => {
    expect(checkNamespace(name)).toBeDefined();
  });
});

describe('fully qualified names', () => {
  test.each(['/chatter', '/a/_b/c9'])('%s is valid', (name) => {
    expect(checkFullName(name)).toBeUndefined();
  });

  test.each([
    ['chatter', 0],
    ['/', 0],
    ['/a//b', 3],
    ['/a/', 2],
    ['/a/1b', 3],
    ['/a~', 2],
    [`/${'a'.repeat(MAX_TOPIC_NAME_LENGTH)}`, MAX_TOPIC_NAME_LENGTH],
  ])('%j is refused at position %i', (name, index) => {
    expect(checkFullName(name)?.index).toBe(index);
  });
});

describe('topic names as programs write them', () => {
  test.each(['chatter', '/chatter', '~', '~/chatter', '{node}/chatter', '/{ns}/a', 'a/{namespace}', '_a'])(
    '%s is valid',
    (name) => {
      expect(checkTopicName(name)).toBeUndefined();
    },
  );

  test.each([
    ['', 0],
    ['~chatter', 1],
    ['a/~', 2],
    ['1a', 0],
    ['a/2b', 2],
    ['{unknown}', 0],
    ['{node', 0],
    ['node}', 4],
    ['a b', 1],
    ['a/', 1],
    ['{{node}}', 1],
  ])('%j is refused at position %i', (name, index) => {
    expect(checkTopicName(name)?.index).toBe(index);
  });
});

test('the errors name value, position and reason', () => {
  expect(() => validateTopicName('a b')).toThrow(
    expect.objectContaining({
      code: 'ERR_ROSLET_NAME',
      value: 'a b',
      index: 1,
      message: expect.stringContaining('"a b"'),
    }),
  );
  expect(() => validateNodeName(7 as never)).toThrow('got number');
});

test('whatever the text, a check answers and points into it', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('/', '~', '{', '}', 'a', '1', '_', 'node') }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      for (const check of [checkNodeName, checkNamespace, checkFullName, checkTopicName]) {
        const problem = check(text);
        if (problem !== undefined) {
          expect(problem.index).toBeGreaterThanOrEqual(0);
          expect(problem.index).toBeLessThanOrEqual(text.length);
        }
      }
    }),
  );
});
