/** How serious a log message is; UNSET lets a logger follow its parent. */
export const LoggingSeverity = { UNSET: 0, DEBUG: 10, INFO: 20, WARN: 30, ERROR: 40, FATAL: 50 } as const;
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

/** `INFO` for 20. */
export function severityName(severity: number): string {
  return Object.entries(LoggingSeverity).find(([, value]) => value === severity)?.[0] ?? 'UNKNOWN';
}
