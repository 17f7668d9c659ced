import { type Announcer } from './announcer';
import { type LocalEndpoint } from './local-endpoint';
import { type Writer } from './writer';

/** Readers that have not begun to read a writer by then do without. */
const PATIENCE_MILLIS = 1000;
const LOOK_EVERY_MILLIS = 10;

interface Departure {
  readonly local: LocalEndpoint;
  readonly writer: Writer;
  readonly until: number;
}

/**
 * Writers that were destroyed before all their readers took what they had written. Others still see them for a moment: a reader that
 * has only just heard of a message must find the writer in the catalogue to read it.
 */
export class Departures {
  readonly #announcer: Announcer;
  readonly #removed: () => void;
  #waiting: Departure[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(announcer: Announcer, removed: () => void) {
    this.#announcer = announcer;
    this.#removed = removed;
  }

  /** Takes over an endpoint that is out of this context's own graph, with its writer, which takes no more messages. */
  add(local: LocalEndpoint, writer: Writer): void {
    this.#waiting.push({ local, writer, until: performance.now() + PATIENCE_MILLIS });
    this.#look();
  }

  /** Lets all go at once: native code waits for late readers when a context is closed. */
  close(): void {
    clearTimeout(this.#timer);
    for (const { writer } of this.#waiting) writer.close();
    this.#waiting = [];
  }

  #look(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const over = this.#waiting.filter(({ writer, until }) => now >= until || writer.allTaken);
    if (over.length > 0) {
      this.#waiting = this.#waiting.filter((departure) => !over.includes(departure));
      for (const { local, writer } of over) {
        this.#announcer.removeEndpoint(local);
        writer.close();
      }
      this.#removed();
    }
    // A process that has nothing else to do may end: its exit closes the context.
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#look(), LOOK_EVERY_MILLIS).unref();
  }
}
