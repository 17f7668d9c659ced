import path from 'node:path';
import type { SourceLocation } from './format';

/** Where the function that is `depth` calls above this one was called from. Costs a stack trace: only on demand. */
export function callerLocation(depth: number): SourceLocation {
  const line = new Error().stack?.split('\n')[depth + 1] ?? '';
  const match = /^\s*at (?:(?<name>.+) \()?(?<file>.+):(?<line>\d+):\d+\)?$/.exec(line);
  return {
    functionName: match?.groups?.name ?? '(anonymous)',
    fileName: path.basename(match?.groups?.file ?? 'unknown'),
    lineNumber: Number(match?.groups?.line ?? 0),
  };
}
