import { parseRemapRule, remapName, remapNode, type RemapRule } from './remap';

const rules = (...texts: string[]): RemapRule[] => texts.map(parseRemapRule);
const node = { name: 'talker', namespace: '/ns' };

test.each([
  ['chatter:=news', { node: undefined, kind: 'topic-or-service', from: 'chatter', to: 'news' }],
  ['talker:chatter:=/news', { node: 'talker', kind: 'topic-or-service', from: 'chatter', to: '/news' }],
  ['rostopic://chatter:=news', { node: undefined, kind: 'topic', from: 'chatter', to: 'news' }],
  ['talker:rosservice:///add:=sum', { node: 'talker', kind: 'service', from: '/add', to: 'sum' }],
  ['__node:=alice', { node: undefined, kind: 'node-name', from: '', to: 'alice' }],
  ['__name:=alice', { node: undefined, kind: 'node-name', from: '', to: 'alice' }],
  ['talker:__ns:=/robot', { node: 'talker', kind: 'namespace', from: '', to: '/robot' }],
  ['~/a:=~/b', { node: undefined, kind: 'topic-or-service', from: '~/a', to: '~/b' }],
])('reads %s', (text, rule) => {
  expect(parseRemapRule(text)).toEqual(rule);
});

test.each([
  '',
  'chatter',
  ':=news',
  'chatter:=',
  'a:=b:=c',
  'a b:=c',
  'a:=b c',
  '__node:=1st',
  '__ns:=robot',
  '1st:a:=b',
  'x://a:=b',
])('refuses %j', (text) => {
  expect(() => parseRemapRule(text)).toThrow(expect.objectContaining({ code: 'ERR_ROSLET_REMAP_RULE' }));
});

test('both sides are expanded in the node', () => {
  expect(remapName(rules('chatter:=news'), 'topic', '/ns/chatter', node)).toBe('/ns/news');
  expect(remapName(rules('chatter:=/news'), 'topic', '/ns/chatter', node)).toBe('/news');
  expect(remapName(rules('~/a:=~/b'), 'topic', '/ns/talker/a', node)).toBe('/ns/talker/b');
  expect(remapName(rules('/chatter:=news'), 'topic', '/ns/chatter', node)).toBe('/ns/chatter');
});

test('the first rule that fits wins, and its result is not remapped again', () => {
  expect(remapName(rules('a:=b', 'a:=c', 'b:=d'), 'topic', '/ns/a', node)).toBe('/ns/b');
});

test('rules for topics, services and other nodes leave the rest alone', () => {
  expect(remapName(rules('rosservice://a:=b'), 'topic', '/ns/a', node)).toBe('/ns/a');
  expect(remapName(rules('rosservice://a:=b'), 'service', '/ns/a', node)).toBe('/ns/b');
  expect(remapName(rules('listener:a:=b'), 'topic', '/ns/a', node)).toBe('/ns/a');
  expect(remapName(rules('talker:a:=b'), 'topic', '/ns/a', node)).toBe('/ns/b');
});

test('name and namespace of a node are remapped by the name that the program gave', () => {
  expect(remapNode(rules('__node:=alice', '__ns:=/robot'), 'talker', '/')).toEqual({
    name: 'alice',
    namespace: '/robot',
  });
  expect(remapNode(rules('listener:__node:=bob'), 'talker', '/')).toEqual({ name: 'talker', namespace: '/' });
  expect(remapNode(rules('talker:__ns:=/b', '__ns:=/c'), 'talker', '/')).toEqual({ name: 'talker', namespace: '/b' });
});
