import type { FarEvent } from './far-side';
import type { Link, Task } from './link';
import { receiver } from './one-way';
import { fill, FLAG, writeStamp } from './stamp';

/** What the far side tells when these messages come after the warm-up. */
function reportOf(messages: readonly Uint8Array[]): FarEvent | undefined {
  const told: FarEvent[] = [];
  const task = { written: 'full', read: 'full' } as Task;
  const receive = receiver(task, { headerBytes: 0 } as Link, (event) => told.push(event));
  receive(message(0, FLAG.none));
  receive(message(0, FLAG.sync));
  for (const each of messages) receive(each);
  expect(told.slice(0, 2)).toEqual([{ event: 'heard' }, { event: 'synced' }]);
  return told[2];
}

function message(number: number, flag: number = FLAG.none): Uint8Array {
  const memory = new Uint8Array(64);
  writeStamp(memory, 0, number, flag);
  fill(memory, 0, number);
  return memory;
}

test('the warm-up is not counted', () => {
  const event = reportOf([message(0), message(1, FLAG.last)]);
  expect(event).toMatchObject({ event: 'report', report: { received: 2, lost: 0, wrong: 0 } });
});

test('messages that are missing are counted as lost', () => {
  const event = reportOf([message(0), message(3), message(7, FLAG.last)]);
  expect(event).toMatchObject({ report: { received: 3, lost: 5, wrong: 0 } });
});

test('a message with wrong content is counted', () => {
  const damaged = message(1);
  damaged[40] = 0;
  const event = reportOf([message(0), damaged, message(2, FLAG.last)]);
  expect(event).toMatchObject({ report: { received: 3, lost: 0, wrong: 1 } });
});

test('nothing is told before the last message', () => {
  expect(reportOf([message(0), message(1)])).toBeUndefined();
});
