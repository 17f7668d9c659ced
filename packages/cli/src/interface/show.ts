import { defaultRegistry, typeHash, type InterfaceRegistry, type MessageDescription } from '@roslet/interfaces';
import { readStdin } from '../input/stdin';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { describeStructure } from './describe';
import { type CommentChoice, shownLines } from './definition-text';

interface Options {
  readonly allComments?: boolean;
  readonly comments: boolean;
  readonly json?: boolean;
}

/**
 * `roslet interface show`
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError
 */
export async function show(typed: string, options: Options): Promise<void> {
  const registry = defaultRegistry();
  const name = registry.fullName(typed === '-' ? (await readStdin()).trim() : typed);
  if (options.json) printJson(description(registry, name));
  else print(...shownLines(registry, name, commentChoice(options)));
}

function commentChoice({ allComments, comments }: Options): CommentChoice {
  if (!comments) return 'none';
  return allComments ? 'all' : 'outer';
}

function description(registry: InterfaceRegistry, name: string) {
  const source = registry.source(name);
  return {
    name,
    origin: source.origin,
    path: source.path ?? null,
    hash: typeHash(registry, name),
    definition: source.text,
    structures: structuresOf(registry, name).map((structure) => describeStructure(structure)),
  };
}

/** The parts of an interface in the order of its definition. */
function structuresOf(registry: InterfaceRegistry, name: string): readonly MessageDescription[] {
  const [, kind = '', last = ''] = name.split('/');
  if (kind === 'srv' && !/_(Request|Response|Event)$/.test(last)) {
    const { request, response } = registry.service(name);
    return [request, response];
  }
  if (kind === 'action' && registry.list({ kind: 'action' }).includes(name)) {
    const { goal, result, feedback } = registry.action(name);
    return [goal, result, feedback];
  }
  return [registry.resolve(name)];
}
