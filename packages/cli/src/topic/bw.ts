import { z } from 'zod/v3';
import { checked } from '../checked';
import { count } from '../numbers';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { measure } from './meter';
import { Window } from './window';

interface Options {
  readonly window: string;
  readonly json?: boolean;
}

const schema = z.object({ window: count });

/**
 * `roslet topic bw`: bytes as they are serialized.
 *
 * @throws UsageError, NameError, AmbiguousTypeError
 */
export async function bw(typed: string, options: Options): Promise<void> {
  const { window } = checked(schema, options);
  await measure(typed, true, (topic) => {
    const sizes = new Window(window);
    const times = new Window(window);
    if (!options.json) print(`Subscribed to [${topic}]`);
    return {
      count: ({ bytes }) => {
        sizes.add(bytes.byteLength);
        times.add(performance.now() / 1000);
      },
      report: () => {
        if (sizes.count < 2) return;
        const bandwidth = bandwidthOf(sizes, performance.now() / 1000 - times.oldest);
        if (options.json) printJson({ topic, ...bandwidth });
        else print(...bandwidthLines(bandwidth));
      },
    };
  });
}

interface Bandwidth {
  readonly bytesPerSecond: number;
  readonly messages: number;
  readonly meanBytes: number;
  readonly minBytes: number;
  readonly maxBytes: number;
}

export function bandwidthOf(sizes: Window, seconds: number): Bandwidth {
  return {
    bytesPerSecond: sizes.sum / seconds,
    messages: sizes.count,
    meanBytes: sizes.mean,
    minBytes: sizes.min,
    maxBytes: sizes.max,
  };
}

/** One unit for all numbers of a report, as `ros2` chooses it. */
export function bandwidthLines(bandwidth: Bandwidth): string[] {
  const { bytesPerSecond, messages, meanBytes, minBytes, maxBytes } = bandwidth;
  const text = unitFor(bytesPerSecond);
  return [
    `${text(bytesPerSecond)}/s from ${messages} messages`,
    `\tMessage size mean: ${text(meanBytes)} min: ${text(minBytes)} max: ${text(maxBytes)}`,
  ];
}

function unitFor(bytesPerSecond: number): (bytes: number) => string {
  if (bytesPerSecond < 1e3) return (bytes) => `${bytes.toFixed(0)} B`;
  if (bytesPerSecond < 1e6) return (bytes) => `${(bytes / 1e3).toFixed(2)} KB`;
  return (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
}
