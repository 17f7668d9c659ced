import { InterfaceSyntaxError } from '../errors';
import type { Constant, Field, FieldType, MessageDescription } from '../model';
import { commentText, splitElementLine, type ElementLine } from './element-line';
import { isPrimitive, parseFieldType } from './field-type';
import { parseDefault, parseScalar } from './literal';
import type { ParseContext, SourceLine } from './source-text';

const FIELD_NAME = /^(?!.*__)(?!.*_$)[a-z][a-z0-9_]*$/;
const CONSTANT_NAME = /^[A-Z](?:_?[A-Z0-9])*$/;

/** Longer than any real line; bounds what a hostile text can cost. */
const MAX_LINE = 0x10000;

/** A field or constant while comments below it may still be added. */
interface Draft {
  readonly element: { field: Field } | { constant: Constant };
  readonly comment: string[];
}

/**
 * Parses one section (a message, one half of a service, one third of an action).
 *
 * Comments: the block at the very top belongs to the structure, a block directly above an element, the
 * text beside it and indented lines below it to that element; others are in the source text only.
 *
 * @throws InterfaceSyntaxError naming file and line, what was seen and what was expected.
 */
export function parseStructure(name: string, lines: readonly SourceLine[], context: ParseContext): MessageDescription {
  const header: string[] = [];
  const drafts: Draft[] = [];
  const names = new Set<string>();
  let inHeader = true;
  let above: string[] = [];
  let last: Draft | undefined;

  for (const line of lines) {
    const text = line.text.trim();
    if (text === '') {
      inHeader = inHeader && header.length === 0;
      above = [];
      last = undefined;
    } else if (text.startsWith('#')) {
      const comment = commentText(text);
      if (inHeader) header.push(comment);
      else if (last && line.text.startsWith(' ')) last.comment.push(comment);
      else above.push(comment);
    } else {
      inHeader = false;
      const fail = (problem: string): never => {
        throw new InterfaceSyntaxError(context.file, line.number, problem);
      };
      last = parseElement(text, above, context, fail);
      if (names.has(nameOf(last))) {
        fail(`expected each name once in a structure, saw '${nameOf(last)}' again; rename or remove it`);
      }
      names.add(nameOf(last));
      drafts.push(last);
      above = [];
    }
  }
  return assemble(name, header, drafts);
}

function parseElement(text: string, above: string[], context: ParseContext, fail: (problem: string) => never): Draft {
  if (text.length > MAX_LINE) fail(`expected a line of at most ${MAX_LINE} characters, saw ${text.length}`);
  const line = splitElementLine(text);
  if (!line) return fail(`expected '<type> <name>', saw '${text}'`);
  const type = parseFieldType(line.type, context, fail);
  const comment = line.comment === '' ? above : [...above, commentText(line.comment)];
  if (line.isConstant) return { element: { constant: parseConstant(type, line, fail) }, comment };
  return { element: { field: parseField(type, line, fail) }, comment };
}

function parseField(type: FieldType, { name, value }: ElementLine, fail: (problem: string) => never): Field {
  if (!FIELD_NAME.test(name)) {
    fail(
      `expected a field name of lower-case letters, digits and single underscores, beginning with a letter, saw '${name}'`,
    );
  }
  if (value === '') return { name, type };
  return { name, type, default: parseDefault(type, value, (problem) => fail(`default of '${name}': ${problem}`)) };
}

function parseConstant(type: FieldType, line: ElementLine, fail: (problem: string) => never): Constant {
  const { type: base, name, value } = line;
  if (!isPrimitive(base) || type.base === 'nested') {
    return fail(`expected a primitive type without bound or array for the constant '${name}', saw '${base}'`);
  }
  if (!CONSTANT_NAME.test(name)) {
    fail(
      `expected a constant name in UPPER_CASE, saw '${name}'; if a field's default is meant, write '${base} ${name} ${value}'`,
    );
  }
  const isText = base === 'string' || base === 'wstring';
  if (value === '' && !isText) fail(`expected a value after '=' for the constant '${name}', saw none`);
  return { name, base, value: parseScalar(base, value, (problem) => fail(`constant '${name}': ${problem}`)) };
}

function nameOf(draft: Draft): string {
  return 'field' in draft.element ? draft.element.field.name : draft.element.constant.name;
}

function assemble(name: string, header: string[], drafts: readonly Draft[]): MessageDescription {
  const fields: Field[] = [];
  const constants: Constant[] = [];
  for (const { element, comment } of drafts) {
    const extra = comment.length > 0 ? { comment } : {};
    if ('field' in element) fields.push({ ...element.field, ...extra });
    else constants.push({ ...element.constant, ...extra });
  }
  return { name, fields, constants, ...(header.length > 0 ? { comment: header } : {}) };
}
