/** Quotes and escapes of string values in interface files. */

const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([abfnrtv\\'"]))/g;

/** Replaces escapes as rosidl does (Python's rules); an unknown one stays as it is written. */
export function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole: string, ...groups: (string | undefined)[]) => {
    const [hex2, hex4, hex8, octal, letter] = groups;
    if (letter !== undefined) return ESCAPES[letter] ?? whole;
    const code = octal !== undefined ? parseInt(octal, 8) : parseInt(hex2 ?? hex4 ?? hex8 ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Index just behind the quote that closes the one at `start`; -1 when the text ends first. */
export function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return -1;
}

export function startsWithQuote(text: string): boolean {
  return text.startsWith('"') || text.startsWith("'");
}

/**
 * The value of a string default or constant: in either kind of quotes, or bare.
 *
 * @param fail reports what is wrong; never returns.
 */
export function parseStringValue(text: string, fail: (problem: string) => never): string {
  if (!startsWithQuote(text)) return unescape(text);
  if (endOfQuoted(text, 0) === text.length) return unescape(text.slice(1, -1));
  if (text.length > 1 && text.endsWith(text[0] as string)) {
    fail(`expected quotes inside the string to be written \\${text[0]}, saw ${text}`);
  }
  // rosidl takes a value whose quotes do not embrace all of it for a bare string; so do we.
  return unescape(text);
}

/**
 * Splits the inside of `[…]` at its commas, leaving quoted commas alone.
 *
 * @param fail reports what is wrong; never returns.
 */
export function splitElements(text: string, quoted: boolean, fail: (problem: string) => never): string[] {
  if (text.trim() === '') return [];
  const elements: string[] = [];
  let start = 0;
  let isBlank = true;
  for (let i = 0; i <= text.length; i++) {
    if (quoted && isBlank && (text[i] === '"' || text[i] === "'")) {
      const end = endOfQuoted(text, i);
      if (end < 0) fail(`expected a closing ${text[i]}, saw the end of the array`);
      i = end;
    }
    isBlank = isBlank && text[i] === ' ';
    if (i === text.length || text[i] === ',') {
      elements.push(text.slice(start, i).trim());
      start = i + 1;
      isBlank = true;
    }
  }
  if (elements.includes('')) fail(`expected a value between the commas, saw none in [${text}]`);
  return elements;
}
