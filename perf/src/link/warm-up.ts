import { cpuSeconds } from '@roslet/cli/internal';
import { bytesAhead } from '../peers/bytes-ahead';

/** Processor time after which JavaScript that runs in a loop is compiled; on a busy machine it takes a while to get it. */
const CPU_SECONDS = 0.15;

const LEAST_SECONDS = 0.1;
const MOST_SECONDS = 1;

/** From this size on, memory that is used for the first time costs more than copying it: whatever is used in a circle was used once. */
const LARGE = 64 * 1024;

/** @returns whether a warm-up is over after that many messages of `size` bytes */
export function warmUpOf(size: number): (messages: number) => boolean {
  const begin = performance.now();
  const cpu = cpuSeconds();
  const bytes = size < LARGE ? 0 : bytesAhead(size);
  return (messages) => {
    const elapsed = (performance.now() - begin) / 1000;
    if (elapsed < LEAST_SECONDS) return false;
    return elapsed >= MOST_SECONDS || (messages * size >= bytes && cpuSeconds() - cpu >= CPU_SECONDS);
  };
}
