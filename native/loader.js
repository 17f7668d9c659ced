'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The files that may hold the addon of one package directory, in the order in which they are tried. */
function candidates(directory) {
  return [
    path.join(directory, 'prebuilds', `${process.platform}-${process.arch}`, 'roslet.node'),
    path.join(directory, 'build', 'Release', 'roslet.node'),
  ];
}

/** Loads the addon shipped in the npm package, or else the one built in this checkout. */
function loadAddon(directory) {
  const searched = candidates(directory);
  const found = searched.find((file) => fs.existsSync(file));
  if (found === undefined) {
    throw loadError(
      'ERR_ROSLET_NATIVE_MISSING',
      `Expected Roslet's addon for ${process.platform}-${process.arch} as one of\n` +
        searched.map((file) => `  ${file}\n`).join('') +
        'but neither exists. In a checkout, run "npm run build"; elsewhere, install the package again on this machine ' +
        '(Roslet runs on Linux).',
    );
  }
  try {
    return require(found);
  } catch (cause) {
    throw loadError(
      'ERR_ROSLET_NATIVE_LOAD',
      `Expected to load Roslet's addon from ${found}, but the system refused: ${cause.message}. ` +
        'It was probably built for another C library or processor. In a checkout, run "npm run build"; elsewhere, ' +
        'install the package again on this machine.',
      { cause },
    );
  }
}

/** Its class is loaded only now: a start that succeeds does without. */
function loadError(code, message, options) {
  const { NativeLoadError } = require('./errors');
  return new NativeLoadError(code, message, options);
}

module.exports = { candidates, loadAddon };
