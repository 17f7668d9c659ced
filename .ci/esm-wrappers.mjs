// Gives a package an ESM face over its one CommonJS implementation, so that a process that both imports and requires
// a package meets one set of classes. For dist/index.js it writes dist/index.mjs and dist/index.d.mts, whose default
// export is the module object and whose named exports are those of the module; likewise for dist/internal.js.

import path from 'node:path';
import { writeIfChanged } from './workspace.mjs';

/** @returns the names of the files in `dist` */
export function writeEsmWrapper(dist, entry, names) {
  const bindings =
    names.length === 0 ? '' : `export const {\n${names.map((name) => `  ${name},\n`).join('')}} = module;\n`;
  const files = {
    [`${entry}.mjs`]: `import module from './${entry}.js';\n\n${bindings}export default module;\n`,
    [`${entry}.d.mts`]: `import module = require('./types/${entry}.js');\n\nexport * from './types/${entry}.js';\nexport default module;\n`,
  };
  for (const [name, text] of Object.entries(files)) writeIfChanged(path.join(dist, name), text);
  return Object.keys(files);
}
