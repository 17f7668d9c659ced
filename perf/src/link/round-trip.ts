import { type Distribution, distributionOf, micros } from '@roslet/cli/internal';
import type { Link, Task } from './link';
import { warmUpSeconds } from './warm-up';
import { allMatch, fill, FLAG, numberOf, samplesMatch, writeStamp } from './stamp';

export interface RoundTripReport {
  readonly exchange: 'roundTrip' | 'serviceCall';
  readonly count: number;
  readonly wrong: number;
  readonly micros: Distribution;
}

/** The near side: sends a message, waits for it to come back, and so on, from the callback that receives it. */
export async function measureRoundTrips(
  task: Task,
  link: Link,
  onReceive: (callback: (payload: Uint8Array) => void) => void,
): Promise<RoundTripReport> {
  const run = (seconds: number) => pingPong(task, link, seconds, onReceive);
  await run(warmUpSeconds(task.seconds));
  const { times, wrong } = await run(task.seconds);
  return {
    exchange: task.exchange === 'serviceCall' ? 'serviceCall' : 'roundTrip',
    count: times.length,
    wrong,
    micros: distributionOf(times) as Distribution,
  };
}

function pingPong(
  { written, read, count = Infinity }: Task,
  link: Link,
  seconds: number,
  onReceive: (callback: (payload: Uint8Array) => void) => void,
): Promise<{ times: number[]; wrong: number }> {
  const { headerBytes } = link;
  const full = written === 'full';
  const looksRight = read === 'full' ? allMatch : samplesMatch;
  const times: number[] = [];
  let wrong = 0;
  let number = 0;

  return new Promise((resolve) => {
    let begin = micros();
    const end = begin + seconds * 1e6;
    const ping = () => {
      const payload = link.payload();
      writeStamp(payload, headerBytes, ++number, FLAG.none);
      if (full) fill(payload, headerBytes, number);
      void link.send(payload);
    };
    onReceive((payload) => {
      const right = looksRight(payload, headerBytes, number);
      if (numberOf(payload, headerBytes) !== number || (full && !right)) wrong++;
      const now = micros();
      times.push(now - begin);
      if (times.length >= count || (count === Infinity && now >= end)) return resolve({ times, wrong });
      begin = now;
      ping();
    });
    ping();
  });
}

/** The far side: sends back what comes. */
export function echoer(link: Link): (payload: Uint8Array) => void {
  return (payload) => void link.send(payload);
}
