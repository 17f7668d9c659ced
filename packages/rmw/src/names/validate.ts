import { NameError } from '../errors';

/** What is wrong with a name, and the position of the first character that is. */
export interface NameProblem {
  readonly reason: string;
  readonly index: number;
}

/** Longest node name, and longest namespace and fully qualified name, in characters (`rmw/validate_*.h`). */
export const MAX_NODE_NAME_LENGTH = 255;
export const MAX_NAMESPACE_LENGTH = 245;
export const MAX_TOPIC_NAME_LENGTH = 247;

const SUBSTITUTIONS = new Set(['node', 'ns', 'namespace']);

/** Problem of a node's base name (`rmw_validate_node_name`), or undefined when it is valid. */
export function checkNodeName(name: string): NameProblem | undefined {
  if (name.length === 0) return { reason: 'it must not be empty', index: 0 };
  const bad = name.search(/[^A-Za-z0-9_]/);
  if (bad >= 0) return { reason: 'it may only hold letters, digits and underscores', index: bad };
  if (/^[0-9]/.test(name)) return { reason: 'it must not start with a digit', index: 0 };
  if (name.length > MAX_NODE_NAME_LENGTH) return tooLong(MAX_NODE_NAME_LENGTH);
  return undefined;
}

/** Problem of a node's namespace (`rmw_validate_namespace`): absolute, `/` alone for the root. */
export function checkNamespace(namespace: string): NameProblem | undefined {
  if (namespace === '/') return undefined;
  const problem = checkFullName(namespace);
  if (problem !== undefined) return problem;
  return namespace.length > MAX_NAMESPACE_LENGTH ? tooLong(MAX_NAMESPACE_LENGTH) : undefined;
}

/** Problem of a fully qualified topic or service name (`rmw_validate_full_topic_name`). */
export function checkFullName(name: string): NameProblem | undefined {
  if (name.length === 0) return { reason: 'it must not be empty', index: 0 };
  if (!name.startsWith('/')) return { reason: "it must be absolute, that is start with '/'", index: 0 };
  return (
    checkTokens(name, /[^A-Za-z0-9_/]/) ??
    (name.length > MAX_TOPIC_NAME_LENGTH ? tooLong(MAX_TOPIC_NAME_LENGTH) : undefined)
  );
}

/** Problem of a topic or service name as a program may write it: absolute, relative, private (`~/x`), with `{substitutions}`. */
export function checkTopicName(name: string): NameProblem | undefined {
  if (name.length === 0) return { reason: 'it must not be empty', index: 0 };
  const braces = checkSubstitutions(name);
  if (braces !== undefined) return braces;
  const tilde = name.indexOf('~', 1);
  if (tilde >= 0) return { reason: "'~' may only stand at the start", index: tilde };
  if (/^~[^/]/.test(name)) return { reason: "'~' must be followed by '/'", index: 1 };
  if (/^[0-9]/.test(name)) return { reason: 'a part of it must not start with a digit', index: 0 };
  // Substitutions are checked above; what is in them does not count as part of the name.
  return checkTokens(
    name.replace(/\{[^}]*\}/g, (text) => 'x'.repeat(text.length)),
    /[^A-Za-z0-9_/~]/,
  );
}

function checkTokens(name: string, forbidden: RegExp): NameProblem | undefined {
  const bad = name.search(forbidden);
  if (bad >= 0) return { reason: "it may only hold letters, digits, underscores and '/'", index: bad };
  const double = name.indexOf('//');
  if (double >= 0) return { reason: "it must not hold two '/' in a row", index: double + 1 };
  if (name.endsWith('/')) return { reason: "it must not end with '/'", index: name.length - 1 };
  const digit = name.search(/\/[0-9]/);
  if (digit >= 0) return { reason: 'a part of it must not start with a digit', index: digit + 1 };
  return undefined;
}

function checkSubstitutions(name: string): NameProblem | undefined {
  let open = -1;
  for (let index = 0; index < name.length; index++) {
    if (name[index] === '{') {
      if (open >= 0) return { reason: "a '{' must be closed before the next one", index };
      open = index;
    } else if (name[index] === '}') {
      if (open < 0) return { reason: "a '}' needs a '{' before it", index };
      const substitution = name.slice(open + 1, index);
      if (!SUBSTITUTIONS.has(substitution)) {
        return {
          reason: `'{${substitution}}' is no substitution; there are {node}, {ns} and {namespace}`,
          index: open,
        };
      }
      open = -1;
    }
  }
  return open >= 0 ? { reason: "a '{' is not closed", index: open } : undefined;
}

function tooLong(limit: number): NameProblem {
  return { reason: `it must not be longer than ${limit} characters`, index: limit };
}

/** @throws NameError */
export function validateNodeName(name: string): void {
  requireText('node name', name, checkNodeName);
}

/** @throws NameError */
export function validateNamespace(namespace: string): void {
  requireText('namespace', namespace, checkNamespace);
}

/** @throws NameError */
export function validateFullName(name: string): void {
  requireText('fully qualified name', name, checkFullName);
}

/** @throws NameError */
export function validateTopicName(name: string): void {
  requireText('topic or service name', name, checkTopicName);
}

function requireText(
  what: string,
  value: unknown,
  check: (value: string) => NameProblem | undefined,
): asserts value is string {
  if (typeof value !== 'string')
    throw new NameError(String(value), 0, `expected a ${what} (a string), got ${typeof value}`);
  const problem = check(value);
  if (problem === undefined) return;
  throw new NameError(
    value,
    problem.index,
    `expected a valid ${what}, got "${value}": ${problem.reason} (position ${problem.index})`,
  );
}
