import type { MessageDescription } from '../model';
import { parseInterfaceName, splitDerivedName } from '../names';
import { splitElementLine } from '../parse/element-line';
import type { InterfaceRegistry } from '../registry/interface-registry';
import { definitionText } from './definition-text';

export interface RenderOptions {
  /** `own` (default): comments of the interface itself; `all`: of nested types too; `none`: of neither. */
  readonly comments?: 'own' | 'all' | 'none';
  /** Whether the fields of nested types follow, indented by one tab a level. Default true. */
  readonly expand?: boolean;
}

/**
 * An interface for people to read, as `ros2 interface show` prints it: its definition with nested types expanded.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function renderInterface(registry: InterfaceRegistry, name: string, options: RenderOptions = {}): string {
  const { comments = 'own', expand = true } = options;
  const full = registry.fullName(name);
  const sections = sectionsOf(registry, full);
  const texts = sections.map(({ structure, text }) =>
    renderSection(registry, structure, text, { comments, expand, depth: 0 }),
  );
  return texts.join('---\n');
}

interface Section {
  readonly structure: MessageDescription;
  readonly text: string;
}

interface SectionOptions {
  readonly comments: 'own' | 'all' | 'none';
  readonly expand: boolean;
  readonly depth: number;
}

/** The interface's structures with their own part of the source text. */
function sectionsOf(registry: InterfaceRegistry, full: string): Section[] {
  const { package: pkg, kind = 'msg', name } = parseInterfaceName(full);
  const suffix = splitDerivedName({ package: pkg, kind, name })?.[1];
  const structures = structuresOf(registry, full, kind, suffix);
  const source = registry.source(full);
  const hasOwnText = suffix === undefined && source.format === 'rosidl';
  const texts = hasOwnText ? source.text.split(/^---\s*$\r?\n?/m) : structures.map(definitionText);
  return structures.map((structure, index) => ({ structure, text: texts[index] ?? '' }));
}

function structuresOf(
  registry: InterfaceRegistry,
  full: string,
  kind: string,
  suffix: string | undefined,
): MessageDescription[] {
  if (suffix === 'SendGoal' || suffix === 'GetResult' || (kind === 'srv' && suffix === undefined)) {
    const { request, response } = registry.service(full);
    return [request, response];
  }
  if (kind === 'action' && suffix === undefined) {
    const { goal, result, feedback } = registry.action(full);
    return [goal, result, feedback];
  }
  return [registry.resolve(full)];
}

function renderSection(
  registry: InterfaceRegistry,
  structure: MessageDescription,
  text: string,
  options: SectionOptions,
): string {
  const indent = '\t'.repeat(options.depth);
  const showsComments = options.comments === 'all' || (options.comments === 'own' && options.depth === 0);
  let rendered = '';
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.trimEnd();
    const shown = showsComments ? line : withoutComment(line);
    if (shown === undefined || (shown === '' && (options.depth > 0 || rendered === ''))) continue;
    rendered += `${shown === '' ? '' : indent}${shown}\n`;
    if (options.expand) rendered += renderNested(registry, structure, line.trim(), options);
  }
  return rendered.replace(/\n+$/, '\n');
}

/** Undefined for a line that is nothing but a comment. */
function withoutComment(line: string): string | undefined {
  const text = line.trim();
  if (text.startsWith('#')) return undefined;
  const element = splitElementLine(text);
  return element?.comment ? text.slice(0, text.length - element.comment.length).trimEnd() : line;
}

function renderNested(
  registry: InterfaceRegistry,
  structure: MessageDescription,
  text: string,
  options: SectionOptions,
): string {
  const element = text === '' || text.startsWith('#') ? undefined : splitElementLine(text);
  const nested = structure.fields.find((field) => field.name === element?.name)?.type.nested;
  if (nested === undefined || element?.isConstant) return '';
  return sectionsOf(registry, nested)
    .map((section) =>
      renderSection(registry, section.structure, section.text, { ...options, depth: options.depth + 1 }),
    )
    .join('');
}
