import { Console } from 'node:console';
import { compileFormat, DEFAULT_FORMAT, type LineFormat, type LogRecord } from './format';
import { LoggingSeverity } from './severity';

const COLOURS: Partial<Record<LoggingSeverity, string>> = {
  [LoggingSeverity.DEBUG]: '\u001b[32m',
  [LoggingSeverity.WARN]: '\u001b[33m',
  [LoggingSeverity.ERROR]: '\u001b[31m',
  [LoggingSeverity.FATAL]: '\u001b[31m',
};
const PLAIN = '\u001b[0m';

/**
 * Writes log lines as rcutils does, by the same environment variables: to standard error, or to standard output with
 * `RCUTILS_LOGGING_USE_STDOUT=1`; coloured on a terminal, always with `RCUTILS_COLORIZED_OUTPUT=1`, never with 0.
 */
export class ConsoleOutput {
  readonly format: LineFormat;
  readonly #coloured: boolean;
  readonly #console: Console;

  constructor(environment: NodeJS.ProcessEnv = process.env) {
    const stream = environment.RCUTILS_LOGGING_USE_STDOUT === '1' ? process.stdout : process.stderr;
    this.format = compileFormat(environment.RCUTILS_CONSOLE_OUTPUT_FORMAT || DEFAULT_FORMAT);
    this.#coloured = wantsColour(environment, stream.isTTY === true);
    // A Console, for it survives a reader that went away (`| head`).
    this.#console = new Console(stream, stream);
  }

  write(record: LogRecord): void {
    const line = this.format.line(record);
    const colour = this.#coloured ? COLOURS[record.severity] : undefined;
    this.#console.log(colour === undefined ? line : `${colour}${line}${PLAIN}`);
  }
}

function wantsColour(environment: NodeJS.ProcessEnv, terminal: boolean): boolean {
  switch (environment.RCUTILS_COLORIZED_OUTPUT) {
    case '1':
      return true;
    case '0':
      return false;
    default:
      return terminal && !environment.NO_COLOR;
  }
}
