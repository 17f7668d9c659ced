import { type Distribution, distributionOf, micros } from '@roslet/cli/internal';
import type { Link, Task } from './link';
import { warmUpOf } from './warm-up';
import { fill, FLAG, LOOKS, numberOf, writeStamp } from './stamp';

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
  const { size, seconds, count = Infinity } = task;
  await pingPong(task, link, onReceive, warmUpOf(size));
  const end = micros() + seconds * 1e6;
  const over = count === Infinity ? () => micros() >= end : () => false;
  const { times, wrong } = await pingPong(task, link, onReceive, over);
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
  onReceive: (callback: (payload: Uint8Array) => void) => void,
  isOver: (done: number) => boolean,
): Promise<{ times: number[]; wrong: number }> {
  const { headerBytes } = link;
  const full = written === 'full';
  const looksRight = LOOKS[read];
  const times: number[] = [];
  let wrong = 0;
  let number = 0;

  return new Promise((resolve) => {
    let begin = micros();
    const ping = () => {
      const payload = link.payload();
      writeStamp(payload, headerBytes, ++number, FLAG.none);
      if (full) fill(payload, headerBytes, number);
      void link.send(payload);
    };
    onReceive((payload) => {
      const right = looksRight(payload, headerBytes, number);
      if (numberOf(payload, headerBytes) !== number || (full && !right)) wrong++;
      times.push(micros() - begin);
      if (times.length >= count || isOver(times.length)) return resolve({ times, wrong });
      begin = micros();
      ping();
    });
    ping();
  });
}

/** The far side: sends back what comes. */
export function echoer(link: Link): (payload: Uint8Array) => void {
  return (payload) => void link.send(payload);
}
