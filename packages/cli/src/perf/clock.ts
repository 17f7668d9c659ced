/**
 * Microseconds of the machine's monotonic clock, the same in all processes. `performance.now()` is cheaper to read than
 * `process.hrtime.bigint()`, but begins at the process's own start.
 */
export function micros(): number {
  return performance.now() * 1000 + offset;
}

const offset = measureOffset();

/** The two clocks are read one after the other; the shortest time between gives the best offset. */
function measureOffset(): number {
  let best = { gap: Infinity, offset: 0 };
  for (let attempt = 0; attempt < 50; attempt++) {
    const before = performance.now() * 1000;
    const machine = Number(process.hrtime.bigint()) / 1000;
    const after = performance.now() * 1000;
    if (after - before < best.gap) best = { gap: after - before, offset: machine - (before + after) / 2 };
  }
  return best.offset;
}
