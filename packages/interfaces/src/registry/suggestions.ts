import type * as Levenshtein from 'fastest-levenshtein';

const MAX_SUGGESTIONS = 3;

/** Names that a person who typed `wanted` may have meant, best first. */
export function suggestNames(wanted: string, known: readonly string[]): string[] {
  // Loaded for those who mistyped only: every program's start would pay for it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { distance } = require('fastest-levenshtein') as typeof Levenshtein;
  const wantedLower = wanted.toLowerCase();
  const wantedBase = baseOf(wantedLower);
  const scored = known.map((name) => {
    const lower = name.toLowerCase();
    const whole = distance(wantedLower, lower);
    // The right name in the wrong package or kind is the likeliest slip after a typing error.
    const sameBase = baseOf(lower) === wantedBase ? 2 : Infinity;
    return { name, whole, score: Math.min(whole, sameBase) };
  });
  const best = Math.min(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score === best && score <= Math.max(2, Math.floor(wanted.length / 5)))
    .sort((a, b) => a.whole - b.whole || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
