import { severityName, type LoggingSeverity } from './severity';

/** What rcutils writes unless `RCUTILS_CONSOLE_OUTPUT_FORMAT` says otherwise. */
export const DEFAULT_FORMAT = '[{severity}] [{time}] [{name}]: {message}';

export interface LogRecord {
  readonly name: string;
  readonly severity: LoggingSeverity;
  readonly message: string;
  /** Unix time in nanoseconds. */
  readonly time: bigint;
  readonly location: SourceLocation | undefined;
}

export interface SourceLocation {
  readonly functionName: string;
  readonly fileName: string;
  readonly lineNumber: number;
}

type Part = string | ((record: LogRecord) => string);

const TOKENS: Record<string, (record: LogRecord) => string> = {
  severity: (record) => severityName(record.severity),
  name: (record) => record.name,
  message: (record) => record.message,
  time: (record) => seconds(record.time),
  time_as_nanoseconds: (record) => String(record.time),
  date_time_with_ms: (record) => dateTime(record.time),
  function_name: (record) => record.location?.functionName ?? '',
  file_name: (record) => record.location?.fileName ?? '',
  line_number: (record) => String(record.location?.lineNumber ?? 0),
};

const LOCATION_TOKENS = /\{(?:function_name|file_name|line_number)\}/;

export interface LineFormat {
  readonly needsLocation: boolean;
  line(record: LogRecord): string;
}

/** Compiles a format such as `[{severity}] [{name}]: {message}`; unknown tokens stay as they are. */
export function compileFormat(format: string): LineFormat {
  const parts: Part[] = format.split(/(\{[a-z_]+\})/).map((piece) => TOKENS[piece.slice(1, -1)] ?? piece);
  return {
    needsLocation: LOCATION_TOKENS.test(format),
    line: (record) => parts.map((part) => (typeof part === 'string' ? part : part(record))).join(''),
  };
}

function seconds(nanoseconds: bigint): string {
  const digits = String(nanoseconds).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function dateTime(nanoseconds: bigint): string {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().replace('T', ' ').replace('Z', '');
}
