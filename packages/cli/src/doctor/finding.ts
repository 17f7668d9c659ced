/** `error`: something does not work. `warning`: something will not, or is not as it was meant. */
export type Level = 'ok' | 'warning' | 'error';

export interface Finding {
  /** What was looked at: `shared memory`. */
  readonly check: string;
  readonly level: Level;
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message };
}

export function warning(check: string, message: string, remedy: string): Finding {
  return { check, level: 'warning', message, remedy };
}

export function error(check: string, message: string, remedy: string): Finding {
  return { check, level: 'error', message, remedy };
}
