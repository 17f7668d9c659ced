import { type Delivery } from '../delivery';
import { LONGEST_TIMER_MILLIS } from '../engine/bell';
import { runCallback } from '../engine/uncaught';
import { OptionError, ServiceTimeoutError } from '../errors';
import { type Endpoint } from '../graph/endpoint';

export interface CallOptions {
  /** Milliseconds, more than 0; when they are over, ServiceTimeoutError (its name is `TimeoutError`). Default: no limit. */
  readonly timeout?: number | undefined;
  /** The call fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * What happens when no server is in the graph: `reject` (the default): ServiceUnavailableError; `pend`, as in ROS 2: the request is lost, and the
   * call stays open until its timeout or abort, or until the client is destroyed.
   */
  readonly unavailable?: 'reject' | 'pend' | undefined;
  /** Whether the call keeps the process alive as long as it is open; default true. Its timeout does in any case. */
  readonly keepAlive?: boolean | undefined;
}

/** A request without an answer yet. */
export interface Call<S> {
  readonly number: number;
  readonly onResponse: (response: S, delivery: Delivery<S>) => void;
  readonly onError: (error: unknown) => void;
  /** Stops its timer and the like. */
  readonly settle: () => void;
  /** The request's sequence number, once it is sent. */
  sequence: number;
  /** Who had the request. */
  servers: ReadonlySet<Endpoint>;
}

const NOBODY: ReadonlySet<Endpoint> = new Set();

/** The open calls of a client. Each ends exactly once: by its response, an error, or in silence. */
export class Calls<S> {
  readonly #service: string;
  readonly #keepAlive: () => () => void;
  readonly #byNumber = new Map<number, Call<S>>();
  readonly #bySequence = new Map<number, Call<S>>();
  #last = 0;

  constructor(service: string, keepAlive: () => () => void) {
    this.#service = service;
    this.#keepAlive = keepAlive;
  }

  get size(): number {
    return this.#byNumber.size;
  }

  isOpen(number: number): boolean {
    return this.#byNumber.has(number);
  }

  /** @throws OptionError, the signal's reason */
  open(onResponse: Call<S>['onResponse'], onError: Call<S>['onError'], options: CallOptions): Call<S> {
    const number = ++this.#last;
    const settle = this.#watch(number, options);
    const call: Call<S> = { number, onResponse, onError, settle, sequence: 0, servers: NOBODY };
    this.#byNumber.set(number, call);
    return call;
  }

  sent(call: Call<S>, sequence: number, servers: ReadonlySet<Endpoint>): void {
    if (!this.#byNumber.has(call.number)) return;
    call.sequence = sequence;
    call.servers = servers;
    this.#bySequence.set(sequence, call);
  }

  /** Ends the call that a response belongs to; undefined when it is over already. */
  take(sequence: number): Call<S> | undefined {
    const call = this.#bySequence.get(sequence);
    if (call !== undefined) this.#end(call);
    return call;
  }

  cancel(number: number): boolean {
    const call = this.#byNumber.get(number);
    if (call !== undefined) this.#end(call);
    return call !== undefined;
  }

  fail(number: number, error: unknown): void {
    const call = this.#byNumber.get(number);
    if (call === undefined) return;
    this.#end(call);
    runCallback(() => call.onError(error));
  }

  failAll(error: unknown): void {
    for (const number of [...this.#byNumber.keys()]) this.fail(number, error);
  }

  /** Fails what `server` was the last one to have, except what is `answered`. */
  abandon(server: Endpoint, alive: ReadonlySet<Endpoint>, answered: ReadonlySet<number>, error: () => unknown): void {
    for (const call of [...this.#bySequence.values()]) {
      if (!call.servers.has(server) || answered.has(call.sequence)) continue;
      if (![...call.servers].some((other) => alive.has(other))) this.fail(call.number, error());
    }
  }

  #end(call: Call<S>): void {
    this.#byNumber.delete(call.number);
    this.#bySequence.delete(call.sequence);
    call.settle();
  }

  /** Sets timer and abort listener; returns what removes them. */
  #watch(number: number, { timeout, signal, unavailable, keepAlive = true }: CallOptions): () => void {
    if (unavailable !== undefined && unavailable !== 'reject' && unavailable !== 'pend') {
      throw new OptionError(`expected unavailable to be "reject" or "pend", got ${String(unavailable)}`);
    }
    if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
      throw new OptionError(`expected timeout to be a number of milliseconds above 0, got ${String(timeout)}`);
    }
    signal?.throwIfAborted();
    const timer =
      timeout === undefined || timeout > LONGEST_TIMER_MILLIS
        ? undefined
        : setTimeout(() => this.fail(number, new ServiceTimeoutError(this.#service, timeout)), timeout);
    const onAbort = () => this.fail(number, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const release = keepAlive ? this.#keepAlive() : () => undefined;
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      release();
    };
  }
}
