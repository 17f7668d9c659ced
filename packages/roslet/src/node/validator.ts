import { checkFullName, checkNamespace, checkNodeName, checkTopicName, type NameProblem } from '@roslet/rmw';
import { NameValidationError, TypeValidationError } from '../errors';

type Check = (name: string) => NameProblem | undefined;

/**
 * Checks names by ROS 2's rules. `validate…` returns true or throws a `NameValidationError` that says what is wrong and where;
 * `isValid…` returns whether the name is valid.
 */
export const validator = {
  /** A full topic or service name: `/arm/state`. */
  validateFullTopicName: (topic: string): true => validate('topic', topic, checkFullName),
  isValidFullTopicName: (topic: unknown): boolean => isValid(topic, checkFullName),
  /** A topic or service name as a node may write it: relative (`state`), private (`~/state`), with substitutions (`{node}/state`). */
  validateTopicName: (topic: string): true => validate('topic', topic, checkTopicName),
  isValidTopicName: (topic: unknown): boolean => isValid(topic, checkTopicName),
  validateNodeName: (name: string): true => validate('node', name, checkNodeName),
  isValidNodeName: (name: unknown): boolean => isValid(name, checkNodeName),
  /** A node's namespace: `/arm`. */
  validateNamespace: (namespace: string): true => validate('namespace', namespace, checkNamespace),
  isValidNamespace: (namespace: unknown): boolean => isValid(namespace, checkNamespace),
};

function validate(nameType: string, name: unknown, check: Check): true {
  if (typeof name !== 'string') throw new TypeValidationError(nameType, name, 'string');
  const problem = check(name);
  if (problem !== undefined) throw new NameValidationError(name, nameType, problem.reason, problem.index);
  return true;
}

function isValid(name: unknown, check: Check): boolean {
  return typeof name === 'string' && check(name) === undefined;
}
