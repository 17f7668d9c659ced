import { OptionError } from '../errors';
import { loadSchemas, type Schemas } from './load-schemas';

type SchemaName = keyof Schemas;
type PlainType = 'boolean' | 'function' | 'unset' | 'anything';

/**
 * Options that are right at a glance, by the type of their values. Programs give hardly any others, and loading the schemas
 * takes longer than joining a domain; whatever is not listed here, or is of another type, is for the schemas to judge.
 */
export const PLAIN_OPTIONS: Readonly<Record<SchemaName, Readonly<Record<string, PlainType>>>> = {
  contextSchema: { domainId: 'unset', enclave: 'unset', forceShmFailure: 'boolean', onWarning: 'function' },
  nodeSchema: { active: 'boolean', enclave: 'unset', remap: 'function' },
  publisherSchema: { raw: 'boolean' },
  subscriptionSchema: { raw: 'boolean', loan: 'boolean', active: 'boolean' },
  serviceSchema: { qos: 'anything', active: 'boolean' },
  clientSchema: { qos: 'anything', active: 'boolean' },
};

/**
 * Checks an options object where it enters. Unknown options are errors.
 *
 * @param owner what the options are of, for the error: `a context`
 * @throws OptionError
 */
export function checkOptions(schema: SchemaName, owner: string, options: object | undefined): void {
  if (options === undefined || isPlainlyRight(schema, options)) return;
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

function isPlainlyRight(schema: SchemaName, options: object): boolean {
  if (typeof options !== 'object' || options === null) return false;
  const plain = PLAIN_OPTIONS[schema];
  return Object.entries(options).every(([name, value]) => {
    const type = Object.hasOwn(plain, name) ? plain[name] : undefined;
    return type !== undefined && (value === undefined || type === 'anything' || typeof value === type);
  });
}

function shown(options: unknown, path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], options);
  return typeof value === 'string' ? `"${value}"` : typeof value === 'number' ? String(value) : typeof value;
}
