import { Context, type Node, type NodeOptions } from '@roslet/rmw';
import { outputClosed, remark } from '../output/stdout';

/** A verb's membership in the domain while it runs. */
export interface Session {
  readonly context: Context;
  readonly node: Node;
  /** Aborted when nobody wants more: Ctrl-C, or standard output was closed. */
  readonly signal: AbortSignal;
}

/** Thrown after a session that a signal ended; by then everything is closed. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Joins the domain with a hidden node, runs `body`, and leaves, however it ends. `body` may return or throw when `signal` is
 * aborted; what it then throws is ignored.
 *
 * @throws Interrupted, and what `body` throws
 */
export async function inSession(
  body: (session: Session) => Promise<void>,
  options: { readonly nodeName?: string | undefined; readonly node?: NodeOptions } = {},
): Promise<void> {
  const ending = new AbortController();
  let interruption: Interrupted | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    interruption ??= new Interrupted(signal);
    ending.abort(interruption);
  };
  const onClosed = () => ending.abort(outputClosed.reason);
  for (const signal of SIGNALS) process.once(signal, onSignal);
  outputClosed.addEventListener('abort', onClosed);
  try {
    using context = new Context({ onWarning: ({ message }) => remark(message) });
    context.setRef(true);
    const node = context.createNode(options.nodeName ?? hiddenName(), '/', { active: true, ...options.node });
    await body({ context, node, signal: ending.signal });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    outputClosed.removeEventListener('abort', onClosed);
  }
  if (interruption !== undefined) throw interruption;
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Waits; less long when the signal is aborted. */
export async function pause(millis: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done);
  });
}

function hiddenName(): string {
  return `_roslet_cli_${process.pid}`;
}
