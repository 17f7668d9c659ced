/**
 * Base class of every error Roslet throws on purpose.
 *
 * `code` is stable across releases and documented in docs/errors.md; match on it, not on the message.
 */
export class RosletError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}
