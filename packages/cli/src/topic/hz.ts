import { z } from 'zod/v3';
import { checked } from '../checked';
import { messageFilter } from '../message/filter';
import { count } from '../numbers';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { measure } from './meter';
import { Window } from './window';

interface Options {
  readonly window: string;
  readonly filter?: string;
  readonly json?: boolean;
}

const schema = z.object({ window: count });

/**
 * `roslet topic hz`
 *
 * @throws UsageError, NameError, AmbiguousTypeError
 */
export async function hz(typed: string, options: Options): Promise<void> {
  const { window } = checked(schema, options);
  const accepts = options.filter === undefined ? undefined : messageFilter(options.filter);
  await measure(typed, accepts === undefined, (topic) => {
    const intervals = new Window(window);
    let last: number | undefined;
    let fresh = false;
    return {
      count: (delivery) => {
        if (accepts !== undefined && !accepts(delivery.message)) return;
        const now = performance.now() / 1000;
        if (last !== undefined) intervals.add(now - last);
        last = now;
        fresh = true;
      },
      report: () => {
        if (!fresh || intervals.count === 0) return;
        fresh = false;
        if (options.json) printJson({ topic, ...rateOf(intervals) });
        else print(...rateLines(rateOf(intervals)));
      },
    };
  });
}

/** Messages a second, and seconds between messages. */
interface Rate {
  readonly rate: number;
  readonly min: number;
  readonly max: number;
  readonly stdDev: number;
  readonly window: number;
}

export function rateOf(intervals: Window): Rate {
  const { mean, min, max, deviation, count: window } = intervals;
  return { rate: mean > 0 ? 1 / mean : 0, min, max, stdDev: deviation, window };
}

export function rateLines({ rate, min, max, stdDev, window }: Rate): string[] {
  return [
    `average rate: ${rate.toFixed(3)}`,
    `\tmin: ${min.toFixed(3)}s max: ${max.toFixed(3)}s std dev: ${stdDev.toFixed(5)}s window: ${window}`,
  ];
}
