/** Part of the measured time that goes before it. */
const PART = 0.3;

/** Compiling JavaScript takes its time. */
const LEAST_SECONDS = 0.1;

export function warmUpSeconds(measured: number): number {
  return Math.max(LEAST_SECONDS, measured * PART);
}
