/**
 * Standard output that may close at any time (`| head`). Once it has closed, what is printed goes nowhere, and `outputClosed` tells
 * verbs that would go on for ever.
 */
const closing = new AbortController();

export const outputClosed: AbortSignal = closing.signal;

/** Call once, before anything is printed. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closing.abort(error);
  });
  // Nobody reads our complaints any more.
  process.stderr.on('error', () => undefined);
}

/** Prints text as it is. */
export function write(text: string): void {
  if (!closing.signal.aborted) process.stdout.write(text);
}

/** Prints lines. */
export function print(...lines: readonly string[]): void {
  if (lines.length > 0) write(`${lines.join('\n')}\n`);
}

/** Tells the person at the terminal something that is no result. */
export function remark(line: string): void {
  process.stderr.write(`roslet: ${line}\n`);
}
