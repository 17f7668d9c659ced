import { TypeValidationError } from '../errors';
import { systemNow } from '../time/now';
import { callerLocation } from './caller';
import { effectiveLevel, setLevel } from './levels';
import { emit, needsLocation } from './sinks';
import { LoggingSeverity } from './severity';

/** From `#log` up to the program: `callerLocation`, `#log`, `info`, and then the caller. */
const CALL_DEPTH = 3;

/**
 * Writes messages with a name and a severity to the console, in the form of ROS 2.
 *
 * Names form a tree by their dots: a logger without a level of its own has that of its parent, and in the end the default,
 * INFO, or what `--log-level` says.
 */
export class Logging {
  readonly #name: string;

  constructor(name: string) {
    if (typeof name !== 'string') throw new TypeValidationError('name', name, 'string', { entityType: 'logger' });
    this.#name = name;
  }

  static get LoggingSeverity(): typeof LoggingSeverity {
    return LoggingSeverity;
  }

  /** A logger of any name; two of one name share their level. */
  static getLogger(name: string): Logging {
    return new Logging(name);
  }

  get LoggingSeverity(): typeof LoggingSeverity {
    return LoggingSeverity;
  }

  get name(): string {
    return this.#name;
  }

  /** @param level messages below it are dropped; UNSET gives the level back to the parent */
  setLoggerLevel(level: LoggingSeverity): void {
    if (!Object.values(LoggingSeverity).includes(level)) {
      throw new TypeValidationError('level', level, 'a number of LoggingSeverity', {
        entityType: 'logger',
        entityName: this.#name,
      });
    }
    setLevel(this.#name, level);
  }

  /** The level that counts: the logger's own or one that it inherits. */
  get loggerEffectiveLevel(): LoggingSeverity {
    return effectiveLevel(this.#name);
  }

  /** @returns whether the message passed the logger's level */
  debug(message: string): boolean {
    return this.#log(message, LoggingSeverity.DEBUG);
  }

  /** @returns whether the message passed the logger's level */
  info(message: string): boolean {
    return this.#log(message, LoggingSeverity.INFO);
  }

  /** @returns whether the message passed the logger's level */
  warn(message: string): boolean {
    return this.#log(message, LoggingSeverity.WARN);
  }

  /** @returns whether the message passed the logger's level */
  error(message: string): boolean {
    return this.#log(message, LoggingSeverity.ERROR);
  }

  /** @returns whether the message passed the logger's level */
  fatal(message: string): boolean {
    return this.#log(message, LoggingSeverity.FATAL);
  }

  /** The logger `<this name>.<name>`. */
  getChild(name: string): Logging {
    if (typeof name !== 'string' || name === '') {
      throw new TypeValidationError('name', name, 'a string that is not empty', {
        entityType: 'logger',
        entityName: this.#name,
      });
    }
    return new Logging(this.#name === '' ? name : `${this.#name}.${name}`);
  }

  /** Nothing to free: a logger is a name. */
  destroy(): void {}

  #log(message: string, severity: LoggingSeverity): boolean {
    if (typeof message !== 'string') {
      throw new TypeValidationError('message', message, 'string', { entityType: 'logger', entityName: this.#name });
    }
    if (severity < effectiveLevel(this.#name)) return false;
    const location = needsLocation(this.#name) ? callerLocation(CALL_DEPTH) : undefined;
    emit({ name: this.#name, severity, message, time: systemNow(), location });
    return true;
  }
}
