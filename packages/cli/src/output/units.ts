const STEPS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes for people: `1.5 MiB`. */
export function bytesText(bytes: number): string {
  let step = 0;
  let value = bytes;
  while (value >= 1024 && step < STEPS.length - 1) {
    value /= 1024;
    step++;
  }
  const digits = step === 0 || Number.isInteger(value) ? 0 : value < 10 ? 2 : 1;
  return `${value.toFixed(digits)} ${STEPS[step]}`;
}

/** A count with its noun: `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
