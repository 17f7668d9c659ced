import type { InterfaceRegistry, MessageDescription } from '@roslet/interfaces';

/** Whose comments are shown: nobody's, those of the definition itself, or nested ones, too. */
export type CommentChoice = 'none' | 'outer' | 'all';

/** The lines of a definition, each nested field followed by the lines of its type, indented. */
export function shownLines(registry: InterfaceRegistry, name: string, comments: CommentChoice): string[] {
  return lines(registry, name, comments !== 'none', comments === 'all', '');
}

function lines(
  registry: InterfaceRegistry,
  name: string,
  withComments: boolean,
  nestedComments: boolean,
  indent: string,
): string[] {
  const source = registry.source(name);
  const text = source.text.replace(/\s+$/, '').split(/\r?\n/);
  if (source.format === 'idl') return text.map((line) => `${indent}${line}`);
  const types = nestedTypes(registry, name);
  let part = 0;
  return text.flatMap((line) => {
    if (line.trim() === '---') {
      part++;
      return [`${indent}---`];
    }
    const code = withoutComment(line);
    if (!withComments && code.trim() === '') return [];
    const shown = `${indent}${withComments ? line : code}`.trimEnd();
    const field = /^\s*\S+\s+(\w+)/.exec(code)?.[1];
    const nested = field === undefined || code.includes('=') ? undefined : types[part]?.get(field);
    return nested === undefined
      ? [shown]
      : [shown, ...lines(registry, nested, nestedComments, nestedComments, `${indent}\t`)];
  });
}

/** For each part of a definition (between the `---`), the nested types of its fields. */
function nestedTypes(registry: InterfaceRegistry, name: string): Map<string, string>[] {
  return partsOf(registry, name).map(
    ({ fields }) =>
      new Map(
        fields.flatMap((field) => (field.type.nested === undefined ? [] : [[field.name, field.type.nested] as const])),
      ),
  );
}

/** A derived structure's source is the whole service or action. */
function partsOf(registry: InterfaceRegistry, name: string): readonly MessageDescription[] {
  const owner = registry.source(name).name;
  const kind = owner.split('/')[1];
  if (kind === 'srv') {
    const { request, response } = registry.service(owner);
    return [request, response];
  }
  if (kind === 'action') {
    const { goal, result, feedback } = registry.action(owner);
    return [goal, result, feedback];
  }
  return [registry.resolve(name)];
}

/** The line up to its `#`, unless that stands within quotes. */
function withoutComment(line: string): string {
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
    } else if (character === '#') {
      return line.slice(0, index);
    } else if (character === '"' || character === "'") {
      quote = character;
    }
  }
  return line;
}
