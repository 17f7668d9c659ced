import { validator } from './validator';

test.each([
  ['validateTopicName', 'chatter', undefined],
  ['validateTopicName', '~/{node}/x', undefined],
  ['validateTopicName', 'bad topic', 3],
  ['validateFullTopicName', '/arm/state', undefined],
  ['validateFullTopicName', 'arm', 0],
  ['validateNodeName', 'talker_1', undefined],
  ['validateNodeName', '1talker', 0],
  ['validateNamespace', '/arm', undefined],
  ['validateNamespace', '/arm/', 4],
] as const)('%s(%j)', (validate, name, invalidIndex) => {
  const isValid = validate.replace('validate', 'isValid') as 'isValidTopicName';
  expect(validator[isValid](name)).toBe(invalidIndex === undefined);
  if (invalidIndex === undefined) {
    expect(validator[validate](name)).toBe(true);
  } else {
    expect(() => validator[validate](name)).toThrow(expect.objectContaining({ code: 'INVALID_NAME', invalidIndex }));
  }
});

test('what is no text is no name', () => {
  expect(validator.isValidTopicName(5)).toBe(false);
  expect(() => validator.validateTopicName(5 as unknown as string)).toThrow(/expected string, got number 5/);
});
