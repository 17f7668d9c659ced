import { ValidationError } from '../errors';
import { LoggingSeverity } from '../logging/severity';

/** `--log-level debug` (the default of all loggers) or `--log-level my_node:=debug`. */
export interface LogLevelRule {
  readonly logger: string | undefined;
  readonly severity: LoggingSeverity;
}

export function parseLogLevel(text: string): LogLevelRule {
  const at = text.indexOf(':=');
  const logger = at < 0 ? undefined : text.slice(0, at);
  const name = (at < 0 ? text : text.slice(at + 2)).toUpperCase();
  const severity = Object.entries(LoggingSeverity).find(([key]) => key === name)?.[1];
  if (severity === undefined || logger === '') {
    const levels = Object.keys(LoggingSeverity).join(', ').toLowerCase();
    throw new ValidationError(`--log-level: expected 'level' or 'logger:=level' with one of ${levels}, got '${text}'`, {
      code: 'INVALID_ROS_ARGUMENTS',
    });
  }
  return { logger, severity };
}
