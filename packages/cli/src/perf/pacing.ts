/** Calls `step` when it is due: at once after each `next()` without a rate, else on a grid. */
export function paced(rate: number | undefined, step: () => void): { next: () => void; stop: () => void } {
  if (rate === undefined) return { next: step, stop: () => undefined };
  const period = 1000 / rate;
  let due = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return {
    next: () => {
      due = Math.max(due + period, performance.now());
      timer = setTimeout(step, due - performance.now());
    },
    stop: () => clearTimeout(timer),
  };
}
