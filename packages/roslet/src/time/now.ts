import { performance } from 'node:perf_hooks';

/** How far the two sources of system time may differ before the clock is taken to have been set. */
const STEP_MILLIS = 2;

let offset = unixOffset();

/** Monotonic time in nanoseconds; the epoch is arbitrary. */
export function steadyNow(): bigint {
  return process.hrtime.bigint();
}

/**
 * Unix time in nanoseconds. Node.js offers milliseconds only, so this is the precise time of the process's start plus
 * steady time since, and follows `Date.now()` when somebody sets the clock.
 */
export function systemNow(): bigint {
  const now = steadyNow() + offset;
  const off = Number(now / 1_000_000n) - Date.now();
  if (off > STEP_MILLIS || off < -STEP_MILLIS) {
    offset = BigInt(Date.now()) * 1_000_000n - steadyNow();
    return steadyNow() + offset;
  }
  return now;
}

function unixOffset(): bigint {
  const started = BigInt(Math.round(performance.timeOrigin * 1000)) * 1000n;
  return started + BigInt(Math.round(performance.now() * 1e6)) - steadyNow();
}
