import { suggestNames } from '@roslet/interfaces/internal';

/** `; did you mean /chatter?`, or nothing when no known name looks alike. */
export function nearMiss(wanted: string, known: readonly string[]): string {
  const suggestions = suggestNames(wanted, known);
  return suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(' or ')}?`;
}
