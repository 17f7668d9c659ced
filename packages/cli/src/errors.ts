import { RosletError } from '@roslet/interfaces/internal';

/** Every code this package throws, with what it means. docs/errors.md holds one row for each. */
export const ERROR_CODES = {
  ERR_ROSLET_CLI_USAGE: 'A command line has an unknown word or option, or a value that its option does not take.',
  ERR_ROSLET_CLI_NOT_FOUND: 'No node, topic or service of this name is in the domain.',
  ERR_ROSLET_CLI_AMBIGUOUS: 'The topic or service has several types, or another type than the one given.',
  ERR_ROSLET_CLI_TIMEOUT: 'What a command waited for did not come in time.',
  ERR_ROSLET_CLI_PERF: 'A process of a measurement failed.',
} as const;

export type CliErrorCode = keyof typeof ERROR_CODES;

/** What a shell sees. */
export const EXIT = {
  ok: 0,
  /** The request was understood, but could not be carried out. */
  failure: 1,
  /** The command line is wrong. */
  usage: 2,
} as const;

/** A command line that makes no sense. */
export class UsageError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CLI_USAGE', message);
  }
}

/** A node, topic or service that is not there. */
export class NotFoundError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CLI_NOT_FOUND', message);
  }
}

/** A topic or service whose type is not the one wanted. */
export class AmbiguousTypeError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CLI_AMBIGUOUS', message);
  }
}

/** Waited in vain. */
export class WaitTimeoutError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CLI_TIMEOUT', message);
  }
}

/** A measuring process failed. */
export class PerfError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CLI_PERF', message);
  }
}

/** Errors of the packages below that stem from what was typed. */
const TYPED_WRONG: ReadonlySet<string> = new Set([
  'ERR_ROSLET_CLI_USAGE',
  'ERR_ROSLET_NAME',
  'ERR_ROSLET_QOS',
  'ERR_ROSLET_TYPE_NAME',
  'ERR_ROSLET_MESSAGE_INVALID',
]);

/** The exit code for whatever was thrown. */
export function exitCodeOf(thrown: unknown): number {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && TYPED_WRONG.has(code) ? EXIT.usage : EXIT.failure;
}
