/** Makes one .idl file digestible for the IDL parser, which wants all files of a type at once and folds octet into uint8. */

/** Stands for `octet` while the parser is at work: `byte` and `uint8` have different type hashes. */
export const OCTET_MARKER = 'roslet_marker/msg/Octet';

const OCTET_MARKER_IDL = 'roslet_marker::msg::Octet';
const OPAQUE = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const INCLUDE = /^\s*#include\s*[<"]([A-Za-z]\w*)\/(\w+)\/([A-Za-z]\w*)\.idl[>"]/gm;
const SCOPED_NAME = /\b([A-Za-z]\w*)::(msg|srv|action)::([A-Za-z]\w*)\b/g;

export interface PreparedIdl {
  /** Same line numbers as the original. */
  readonly text: string;
  /** Names of constants declared `octet`. */
  readonly octetConstants: ReadonlySet<string>;
}

export function prepareIdl(original: string): PreparedIdl {
  const code = original.replace(OPAQUE, (opaque) => (opaque.startsWith('"') ? '""' : ' '));
  const octetConstants = new Set([...code.matchAll(/\bconst\s+octet\s+(\w+)/g)].map((match) => match[1] ?? ''));
  const marked = replaceOctets(original);
  const stubs = externalNames(original, code).map(stub).join(' ');
  return { text: `${stub(OCTET_MARKER.split('/'))} ${stubs} ${marked}`, octetConstants };
}

/** `octet` members become the marker type; strings, comments and constants stay as they are. */
function replaceOctets(original: string): string {
  const octet = new RegExp(`${OPAQUE.source}|\\bconst\\s+octet\\b|\\boctet\\b`, 'g');
  return original.replace(octet, (token) => (token === 'octet' ? OCTET_MARKER_IDL : token));
}

/** Structures the text refers to and does not define. */
function externalNames(original: string, code: string): string[][] {
  const names = new Map<string, string[]>();
  for (const match of [...original.matchAll(INCLUDE), ...code.matchAll(SCOPED_NAME)]) {
    const parts = match.slice(1, 4);
    if (!isDefinedIn(code, parts[2] ?? '')) names.set(parts.join('/'), parts);
  }
  return [...names.values()];
}

function isDefinedIn(code: string, name: string): boolean {
  return new RegExp(
    `\\b(?:struct|enum|union)\\s+${name}\\b|\\btypedef\\b[^;]*[\\s>]${name}\\s*(?:\\[[^\\]]*\\]\\s*)*;`,
  ).test(code);
}

function stub([pkg = '', kind = '', name = '']: string[]): string {
  return `module ${pkg} { module ${kind} { struct ${name} { uint8 placeholder; }; }; };`;
}
