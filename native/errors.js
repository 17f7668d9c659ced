'use strict';

/** Every code that loading the addon can throw, with its one-line meaning. */
const ERROR_CODES = Object.freeze({
  ERR_ROSLET_NATIVE_MISSING: 'no addon binary for this platform and architecture lies beside the package',
  ERR_ROSLET_NATIVE_LOAD: 'an addon binary was found, but the system could not load it',
});

class NativeLoadError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = 'NativeLoadError';
    this.code = code;
  }
}

module.exports = { ERROR_CODES, NativeLoadError };
