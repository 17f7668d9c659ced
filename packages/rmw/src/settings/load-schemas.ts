import type * as schemas from './schemas';

export type Schemas = typeof schemas;

/** The schemas, loaded when first needed: the validation library takes a good part of a small program's start. */
export function loadSchemas(): Schemas {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one way to load a module later, and synchronously
  return require('./schemas') as Schemas;
}
