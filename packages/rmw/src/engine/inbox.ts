import { BATCH } from '../native';
import { Batch } from './batch';
import { type Reader } from './reader';

/** Something else that waits its turn, such as a triggered guard condition. Returns false when there was nothing to run after all. */
export type Job = () => boolean;

/**
 * Everything that waits to be handed to callbacks, in order of arrival. A callback may do what it likes: the queue is looked at
 * afresh before each entry, so a nested `run` simply goes on where the outer one stands.
 */
export class Inbox {
  readonly #readers = new Map<number, Reader>();
  #queue: (Batch | Job)[] = [];
  #scheduled = false;
  #closed = false;

  addReader(reader: Reader): void {
    this.#readers.set(reader.entity, reader);
  }

  get readers(): Iterable<Reader> {
    return [...this.#readers.values()];
  }

  removeReader(reader: Reader): void {
    this.#readers.delete(reader.entity);
  }

  push(buffers: readonly ArrayBuffer[]): Batch {
    const batch = new Batch(buffers);
    this.#queue.push(batch);
    return batch;
  }

  /** Queues a job and sees to it that it runs from the event loop if nobody spins before. */
  post(job: Job): void {
    this.#queue.push(job);
    this.schedule();
  }

  /** Puts jobs before all that waits: messages that were held back are older than those behind them. */
  postFirst(jobs: readonly Job[]): void {
    this.#queue = [...jobs, ...this.#queue];
    this.schedule();
  }

  /** Runs at most `max` callbacks, returns how many ran. */
  run(max: number): number {
    let ran = 0;
    while (ran < max) {
      const item = this.#queue[0];
      if (item === undefined) break;
      if (typeof item === 'function') {
        this.#queue.shift();
        if (item()) ran++;
      } else if (item.next === item.count) {
        this.#queue.shift();
      } else {
        const index = item.next++;
        if (this.#readers.get(item.u32(index, BATCH.subscription))?.deliver(item, index)) ran++;
      }
    }
    return ran;
  }

  schedule(): void {
    if (this.#scheduled || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.run(Infinity);
    });
  }

  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#readers.clear();
  }
}
