import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Version of this package; stands in every shared header. */
export const LIBRARY_VERSION = (
  JSON.parse(readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version;
