'use strict';

/** Every code that loading the addon, or its C++ side (native/src/core/error.hpp), can throw, with its one-line meaning. */
const ERROR_CODES = Object.freeze({
  ERR_ROSLET_NATIVE_MISSING: 'no addon binary for this platform and architecture lies beside the package',
  ERR_ROSLET_NATIVE_LOAD: 'an addon binary was found, but the system could not load it',
  ERR_ROSLET_NATIVE_ARGUMENT: 'native code was called with an argument of the wrong type or range',
  ERR_ROSLET_DIRECTORY: 'the domain directory, or a file in it, cannot be created or opened',
  ERR_ROSLET_UNTRUSTED_FILE:
    'the domain directory, or a file in it, belongs to somebody else or may be written by everybody',
  ERR_ROSLET_LAYOUT_VERSION: 'another version of Roslet, with another memory layout, is using the domain',
  ERR_ROSLET_DOMAIN_FULL: 'the domain has as many contexts as its registry holds',
  ERR_ROSLET_DOMAIN_BUSY: 'the registry is locked by a process that is leaving the domain, and does not get on',
  ERR_ROSLET_TOO_MANY_ENDPOINTS: 'a context has as many endpoints as its segment holds',
  ERR_ROSLET_SYSTEM: 'the operating system refused something that should work',
  ERR_ROSLET_RESERVATION: 'a record was committed that was not reserved, or with more bytes than reserved',
  ERR_ROSLET_MESSAGE_TOO_LARGE: 'a serialized message is larger than 1 GiB',
});

class NativeLoadError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = 'NativeLoadError';
    this.code = code;
  }
}

module.exports = { ERROR_CODES, NativeLoadError };
