const INTERVAL_MILLIS = 1000;
/** Subjects remembered at once: strangers can make up many. */
const MAX_SUBJECTS = 1000;

/** Lets a subject through once a second. */
export class RateLimit {
  readonly #subjects = new Map<string, { at: number; held: number }>();

  /** How many were held back since the last one let through; undefined: hold this one back, too. */
  admit(subject: string): number | undefined {
    const now = performance.now();
    const last = this.#subjects.get(subject);
    if (last !== undefined && now - last.at < INTERVAL_MILLIS) {
      last.held++;
      return undefined;
    }
    this.#subjects.delete(subject);
    this.#subjects.set(subject, { at: now, held: 0 });
    if (this.#subjects.size > MAX_SUBJECTS) this.#subjects.delete(this.#subjects.keys().next().value as string);
    return last?.held ?? 0;
  }
}
