import { UsageError } from '../errors';

/**
 * A filter that a user wrote as a JavaScript expression about `m`, the message: `m.data > 3`.
 *
 * @throws UsageError when it is no expression
 */
export function messageFilter(expression: string): (message: unknown) => boolean {
  try {
    // The user's own expression, run with the user's own rights.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const evaluate = new Function('m', `"use strict"; return (${expression});`) as (message: unknown) => unknown;
    return (message) => Boolean(evaluate(message));
  } catch (error) {
    throw new UsageError(`expected --filter to be a JavaScript expression about m, but ${(error as Error).message}`);
  }
}
