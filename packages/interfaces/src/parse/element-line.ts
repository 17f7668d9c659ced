import { endOfQuoted, startsWithQuote } from './string-literal';

/** The line of a field or constant, cut into its parts but not yet understood. */
export interface ElementLine {
  readonly type: string;
  readonly name: string;
  readonly isConstant: boolean;
  /** Text of the default or the constant's value; empty without one. */
  readonly value: string;
  /** With its `#`; empty without one. */
  readonly comment: string;
}

/** @param text a trimmed line that is neither empty nor a comment; undefined when it lacks a type or a name */
export function splitElementLine(text: string): ElementLine | undefined {
  const match = /^([^\s#]+)\s+([^\s=#]+)\s*(.*)$/.exec(text);
  if (!match) return undefined;
  const [, type = '', name = '', rest = ''] = match;
  const isConstant = rest.startsWith('=');
  const behind = isConstant ? rest.slice(1).trimStart() : rest;
  const end = endOfValue(behind);
  return { type, name, isConstant, value: behind.slice(0, end).trim(), comment: behind.slice(end).trim() };
}

/** A comment's text without its `#`. */
export function commentText(comment: string): string {
  return comment.replace(/^#+ ?/, '');
}

/** Where the trailing comment begins: the first `#` that is not inside a quoted string. */
function endOfValue(text: string): number {
  if (text.startsWith('[')) return endOfArray(text);
  const close = startsWithQuote(text) ? endOfQuoted(text, 0) : 0;
  const hash = text.indexOf('#', Math.max(close, 0));
  return hash < 0 ? text.length : hash;
}

function endOfArray(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '#') return i;
    if (text[i] === '"' || text[i] === "'") {
      const close = endOfQuoted(text, i);
      if (close > 0) i = close - 1;
    }
  }
  return text.length;
}
