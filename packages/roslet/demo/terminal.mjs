// A report that is redrawn in place on a terminal, and printed once, at its end, anywhere else.

const interactive = process.stdout.isTTY === true;
const coloured = interactive && !process.env.NO_COLOR;

const style = (code) => (text) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = style(1);
export const dim = style(2);
export const red = style(31);
export const green = style(32);

let drawn = 0;

/** Shows the lines in place of those shown before. */
export function redraw(lines) {
  if (!interactive) return;
  erase();
  process.stdout.write(lines.map((line) => `${cut(line)}\n`).join(''));
  drawn = lines.length;
}

/** Writes lines that stay. */
export function print(lines) {
  erase();
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** A line of what happens, where nothing is redrawn. */
export function progress(text) {
  if (!interactive) process.stdout.write(`  ${text}\n`);
}

function erase() {
  if (drawn > 0) process.stdout.write(`\u001b[${drawn}A\u001b[J`);
  drawn = 0;
}

/** A line that would wrap would spoil the count of lines. Colours are left alone: only what is too long is cut at all. */
function cut(line) {
  const columns = process.stdout.columns ?? Infinity;
  // eslint-disable-next-line no-control-regex -- colours are control characters
  const plain = line.replace(/\u001b\[[0-9;]*m/g, '');
  return plain.length <= columns ? line : `${plain.slice(0, columns - 1)}…`;
}
