import { LoggingSeverity } from './severity';

const explicit = new Map<string, LoggingSeverity>();
let defaultLevel: LoggingSeverity = LoggingSeverity.INFO;

/** Sets the level of one logger; `''` is the level of all loggers that have none, nor any of their ancestors. */
export function setLevel(name: string, level: LoggingSeverity): void {
  if (name === '') defaultLevel = level === LoggingSeverity.UNSET ? LoggingSeverity.INFO : level;
  else if (level === LoggingSeverity.UNSET) explicit.delete(name);
  else explicit.set(name, level);
}

/** The level that counts for a logger: its own, else that of the nearest ancestor that has one (`a.b.c`, `a.b`, `a`). */
export function effectiveLevel(name: string): LoggingSeverity {
  for (let ancestor = name; ancestor !== ''; ancestor = parentOf(ancestor)) {
    const level = explicit.get(ancestor);
    if (level !== undefined) return level;
  }
  return defaultLevel;
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('.'), 0));
}
