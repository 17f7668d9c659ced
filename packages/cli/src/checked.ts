import type { z } from 'zod/v3';
import { UsageError } from './errors';

/**
 * Checks and converts what the command line gave. The schemas' messages complete "expected --rate to be …".
 *
 * @throws UsageError naming the option
 */
export function checked<Schema extends z.ZodTypeAny>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given) as z.SafeParseReturnType<unknown, z.output<Schema>>;
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? '');
  const value = (given as Record<string, unknown>)[name];
  throw new UsageError(
    `expected ${flagOf(name)} to be ${issue?.message ?? 'something else'}, got ${JSON.stringify(value)}`,
  );
}

/** `truncateLength` is typed as `--truncate-length`. */
function flagOf(property: string): string {
  return `--${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
