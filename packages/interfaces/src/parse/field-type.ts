import { PRIMITIVES, type Container, type FieldType, type Primitive } from '../model';
import type { ParseContext } from './source-text';

const ARRAY_SUFFIX = /^(.*)\[(<=)?([^\]]*)\]$/;
const BOUNDED_STRING = /^(w?string)<=(.*)$/;
const POSITIVE = /^[1-9][0-9]*$/;
const PACKAGE_NAME = /^[a-z][a-z0-9_]*$/i;
const STRUCTURE_NAME = /^[A-Z][A-Za-z0-9_]*$/;

/** Longer than any real type; bounds what a hostile text can cost. */
const MAX_TYPE_TEXT = 1024;

/** Largest count CDR can express. */
const MAX_COUNT = 0xffff_ffff;

const ROS1_TYPES: Record<string, string> = {
  time: 'builtin_interfaces/Time',
  duration: 'builtin_interfaces/Duration',
};

export function isPrimitive(name: string): name is Primitive {
  return (PRIMITIVES as readonly string[]).includes(name);
}

/**
 * Parses `uint8`, `string<=10[]`, `geometry_msgs/Point[<=3]`, …
 *
 * @param fail reports what is wrong; never returns.
 */
export function parseFieldType(text: string, context: ParseContext, fail: (problem: string) => never): FieldType {
  if (text.length > MAX_TYPE_TEXT) fail(`expected a type of at most ${MAX_TYPE_TEXT} characters, saw ${text.length}`);
  const array = ARRAY_SUFFIX.exec(text);
  const elementText = array ? (array[1] ?? '') : text;
  const container = array
    ? parseContainer(array[2] !== undefined, array[3] ?? '', fail)
    : ({ kind: 'single' } as const);
  return { ...parseElement(elementText, context, fail), container };
}

function parseContainer(bounded: boolean, count: string, fail: (problem: string) => never): Container {
  if (count === '' && !bounded) return { kind: 'sequence' };
  const number = POSITIVE.test(count) ? Number(count) : 0;
  if (number < 1 || number > MAX_COUNT) {
    fail(`expected an array size of 1 to ${MAX_COUNT} in '[N]' or '[<=N]', saw '${count}'`);
  }
  return bounded ? { kind: 'sequence', bound: number } : { kind: 'array', length: number };
}

function parseElement(
  text: string,
  context: ParseContext,
  fail: (problem: string) => never,
): Pick<FieldType, 'base' | 'nested' | 'stringBound'> {
  if (isPrimitive(text)) return { base: text };

  const bounded = BOUNDED_STRING.exec(text);
  if (bounded) {
    const bound = POSITIVE.test(bounded[2] ?? '') ? Number(bounded[2]) : 0;
    if (bound < 1 || bound > MAX_COUNT) {
      fail(`expected a string bound of 1 to ${MAX_COUNT} after '<=', saw '${bounded[2]}'`);
    }
    return { base: bounded[1] as Primitive, stringBound: bound };
  }

  return { base: 'nested', nested: parseNestedName(text, context, fail) };
}

function parseNestedName(text: string, context: ParseContext, fail: (problem: string) => never): string {
  const parts = text.split('/');
  const name = parts[parts.length - 1] ?? '';
  const pkg = parts.length > 1 ? (parts[0] ?? '') : context.package;
  const middleIsMsg = parts.length < 3 || (parts.length === 3 && parts[1] === 'msg');
  if (!middleIsMsg || !PACKAGE_NAME.test(pkg) || !STRUCTURE_NAME.test(name)) {
    const hint = ROS1_TYPES[text] ? `; '${text}' is ROS 1, write ${ROS1_TYPES[text]}` : '';
    return fail(
      `expected a type (one of ${PRIMITIVES.join(', ')}, or a message such as geometry_msgs/Point), saw '${text}'${hint}`,
    );
  }
  if (text === 'Header' && !context.ownsHeader?.()) return 'std_msgs/msg/Header';
  return `${pkg}/msg/${name}`;
}
