import { type Codec } from '@roslet/interfaces';
import { PUBLISH } from '../native';
import { Writer, type WriterOptions } from './writer';
import { type Engine } from './engine';

interface Waiting {
  readonly bytes: Uint8Array;
  readonly correlation: number | undefined;
  readonly outcome: SendOutcome;
}

/** What became of a message: at once, or later. */
export interface SendOutcome {
  /** The sequence number, or `PUBLISH.noReaders`. */
  sent(result: number): void;
  /** It had to wait, and then could not be sent. */
  failed(error: unknown): void;
  /** Whether a message that waits need not be sent any more. */
  givenUp(): boolean;
}

/**
 * A writer for requests and responses, which must neither be dropped nor make their sender wait: what readers leave no room for is
 * serialized, kept in this process, and sent in order when there is room.
 */
export class PatientWriter {
  readonly writer: Writer;
  readonly #codec: () => Codec;
  #waiting: Waiting[] = [];
  #pumping = false;

  constructor(engine: Engine, entity: number, options: Omit<WriterOptions, 'codec'> & { readonly codec: () => Codec }) {
    this.writer = new Writer(engine, entity, options);
    this.#codec = options.codec;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws what `Writer.write` throws */
  send(message: unknown, correlation: number | undefined, outcome: SendOutcome): void {
    if (this.#waiting.length === 0) {
      const result = this.writer.write(message, correlation);
      if (result !== PUBLISH.backpressured) return outcome.sent(result);
    }
    this.#waiting.push({ bytes: this.#codec().serialize(message), correlation, outcome });
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#waiting.length > 0) {
        await this.writer.whenWritable();
        this.#sendWaiting();
      }
    } finally {
      this.#pumping = false;
    }
  }

  #sendWaiting(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (next === undefined) return;
      if (next.outcome.givenUp()) {
        this.#waiting.shift();
        continue;
      }
      try {
        const result = this.writer.writeBytes(next.bytes, next.correlation);
        if (result === PUBLISH.backpressured) return;
        this.#waiting.shift();
        next.outcome.sent(result);
      } catch (error) {
        this.#waiting.shift();
        next.outcome.failed(error);
      }
    }
  }

  /** Gives up what waits. */
  stop(): void {
    this.#waiting = [];
  }

  close(): void {
    this.stop();
    this.writer.close();
  }
}
