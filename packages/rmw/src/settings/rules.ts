import { MAX_DOMAIN_ID, WAIT_STRATEGIES } from './settings';

/** What options and variables must be, completing "expected <name> to be …". */
export const DOMAIN = `a whole number from 0 to ${MAX_DOMAIN_ID}`;
export const WAIT = `one of ${WAIT_STRATEGIES.join(', ')}`;
export const GROUP = 'the number or name of a Unix group';
export const DIRECTORY = 'an absolute path';
export const MAX_BUDGET_MICROS = 1_000_000;
export const BUDGET = `a whole number of microseconds from 0 to ${MAX_BUDGET_MICROS}`;

export const ABSOLUTE_PATH = /^\/[^\0]*$/;
export const GROUP_TEXT = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

const DIGITS = /^[0-9]{1,9}$/;

/** Undefined for text that is no whole number from 0 to `max`. */
export function wholeNumber(text: string, max: number): number | undefined {
  return DIGITS.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/** The number, where the text is one. */
export function numberOrName(text: string): number | string {
  return DIGITS.test(text) ? Number(text) : text;
}
