import { OptionError } from '../errors';
import { loadSchemas, type Schemas } from './load-schemas';

type SchemaName = Exclude<keyof Schemas, 'environmentSchema'>;

/**
 * Checks an options object where it enters. Unknown options are errors.
 *
 * @param owner what the options are of, for the error: `a context`
 * @throws OptionError
 */
export function checkOptions(schema: SchemaName, owner: string, options: object | undefined): void {
  if (options === undefined || isEmpty(options)) return;
  const schemas = loadSchemas();
  const result = schemas[schema].safeParse(options);
  if (result.success) return;
  const [issue] = result.error.issues;
  if (issue === undefined) return;
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schemas[schema].shape);
    throw new OptionError(`unknown option "${issue.keys[0]}" of ${owner}; there are ${known.join(', ')}`);
  }
  const path = issue.path.join('.');
  throw new OptionError(
    path === ''
      ? `expected the options of ${owner} as an object, got ${typeof options}`
      : `expected the option ${path} of ${owner} to be ${issue.message}, got ${shown(options, issue.path)}`,
  );
}

function isEmpty(options: object): boolean {
  return typeof options === 'object' && options !== null && Object.keys(options).length === 0;
}

function shown(options: unknown, path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], options);
  return typeof value === 'string' ? `"${value}"` : typeof value === 'number' ? String(value) : typeof value;
}
