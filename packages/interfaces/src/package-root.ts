import { join } from 'node:path';

/** Where this package is installed. Below it, `src` has this file in a checkout, and `dist` has the bundle that users load. */
export const PACKAGE_ROOT = join(__dirname, '..');
