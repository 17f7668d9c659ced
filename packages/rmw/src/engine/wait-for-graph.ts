import { OptionError } from '../errors';
import { LONGEST_TIMER_MILLIS } from './bell';
import { type Engine } from './engine';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves to true when `condition` holds, which is looked at again after each change of the graph; to false when the time (in
 * milliseconds, -1: no limit) is over or the context is closed. Keeps the process alive meanwhile.
 *
 * @throws (rejects with) the signal's reason, OptionError, and what `condition` throws
 */
export async function waitForGraph(
  engine: Engine,
  condition: () => boolean,
  timeoutMillis: number,
  { signal }: WaitOptions = {},
): Promise<boolean> {
  if (typeof timeoutMillis !== 'number' || Number.isNaN(timeoutMillis)) {
    throw new OptionError(`expected a timeout in milliseconds, or -1 for no limit, got ${String(timeoutMillis)}`);
  }
  signal?.throwIfAborted();
  engine.sync();
  if (condition()) return true;
  if (engine.closed) return false;
  const release = engine.keepAlive();
  const stops: (() => void)[] = [release];
  try {
    return await new Promise<boolean>((resolve, reject: (reason: unknown) => void) => {
      stops.push(engine.onChange(() => attempt(resolve, reject)));
      if (timeoutMillis >= 0 && timeoutMillis <= LONGEST_TIMER_MILLIS) {
        const timer = setTimeout(() => resolve(false), timeoutMillis);
        stops.push(() => clearTimeout(timer));
      }
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      stops.push(() => signal?.removeEventListener('abort', onAbort));
    });
  } finally {
    for (const stop of stops) stop();
  }

  function attempt(resolve: (held: boolean) => void, reject: (reason: unknown) => void): void {
    try {
      if (condition()) resolve(true);
      else if (engine.closed) resolve(false);
    } catch (error) {
      reject(error);
    }
  }
}
