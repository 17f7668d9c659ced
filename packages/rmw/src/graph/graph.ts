import { type Engine } from '../engine/engine';
import { waitForGraph, type WaitOptions } from '../engine/wait-for-graph';
import { GraphQueries } from './queries';

/**
 * Who is there: the nodes and endpoints of the domain, own ones included. Every query sees what was created before it in this
 * process, and what other processes had announced.
 */
export class Graph extends GraphQueries {
  readonly #engine: Engine;
  readonly #listeners = new Map<() => void, () => void>();

  constructor(engine: Engine) {
    super(() => {
      engine.sync();
      return engine.world;
    });
    this.#engine = engine;
  }

  /** Runs the listener after every change of the graph, own changes included, once a tick. Returns what removes it. */
  onChange(listener: () => void): () => void {
    return this.#engine.onChange(listener);
  }

  on(event: 'change', listener: () => void): this {
    if (!this.#listeners.has(listener)) this.#listeners.set(listener, this.onChange(listener));
    return this;
  }

  off(event: 'change', listener: () => void): this {
    this.#listeners.get(listener)?.();
    this.#listeners.delete(listener);
    return this;
  }

  /**
   * Resolves to true when `condition()` holds, which is looked at again after each change; to false when the time (in milliseconds, -1:
   * no limit) is over first, or the context is closed.
   *
   * @throws (rejects with) what `condition` throws, the signal's reason
   */
  waitFor(condition: () => boolean, timeoutMillis = -1, options: WaitOptions = {}): Promise<boolean> {
    return waitForGraph(this.#engine, condition, timeoutMillis, options);
  }
}
