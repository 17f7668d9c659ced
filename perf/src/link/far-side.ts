import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PerfError } from '@roslet/cli';
import { pinned } from './pinned';
import type { Peer, Task } from './link';

/** What the far side says, each at most once. */
export type FarEvent =
  | { readonly event: 'ready' | 'heard' | 'synced' }
  | { readonly event: 'report'; readonly report: FarReport }
  | { readonly event: 'failed'; readonly message: string };

export interface FarReport {
  readonly received: number;
  readonly lost: number;
  /** Messages whose content was not what was sent. */
  readonly wrong: number;
  /** Of `micros()`, at the last message. */
  readonly end: number;
  /** Zero for a thread: the near side's process has counted it. */
  readonly cpuSeconds: number;
}

/** Whatever still runs this long after it was told to end is killed. */
const PATIENCE_MILLIS = 5000;

/** The far side's process or thread, as the near side sees it. */
export class FarSide {
  readonly channel: ChildProcess | Worker;
  readonly #events = new Map<string, FarEvent>();
  readonly #waiting = new Map<string, { resolve: (event: FarEvent) => void; reject: (error: Error) => void }>();
  readonly #exit: Promise<void>;
  /** Rejects when the far side fails or ends too early. */
  readonly failure: Promise<never>;
  #failure: Error | undefined;
  #rejectFailure: (error: Error) => void = () => undefined;

  constructor(peer: Peer, task: Task) {
    this.failure = new Promise((_resolve, reject) => (this.#rejectFailure = reject));
    this.failure.catch(() => undefined);
    const program = path.join(__dirname, 'far.js');
    if (peer.sharesProcess) {
      this.channel = new Worker(program, { workerData: task });
    } else {
      const [command = '', ...args] = pinned([process.execPath, program, JSON.stringify(task)], task.cpus.slice(-1));
      this.channel = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
    }
    this.channel.on('message', (message: unknown) => this.#take(message));
    this.channel.on('error', (error) => this.#fail(error.message));
    this.#exit = new Promise((resolve) => {
      this.channel.once('exit', (code: number | null, signal?: string) => {
        this.#fail(`it ended early: ${signal ?? `exit code ${code}`}`);
        resolve();
      });
    });
  }

  /** @throws PerfError when the far side fails or ends first */
  async event(name: 'ready' | 'heard' | 'synced'): Promise<void> {
    await this.#event(name);
  }

  async report(): Promise<FarReport> {
    const event = await this.#event('report');
    return (event as FarEvent & { event: 'report' }).report;
  }

  /** Lets it leave, and waits for its end. */
  async end(): Promise<void> {
    this.#failure ??= new PerfError('the far side was ended');
    if (this.channel instanceof Worker) {
      await this.channel.terminate();
      return;
    }
    const child = this.channel;
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLIS);
    if (child.connected) child.disconnect();
    await this.#exit;
    clearTimeout(timer);
  }

  #event(name: string): Promise<FarEvent> {
    return new Promise((resolve, reject) => {
      const event = this.#events.get(name);
      if (event !== undefined) resolve(event);
      else if (this.#failure !== undefined) reject(this.#failure);
      else this.#waiting.set(name, { resolve, reject });
    });
  }

  #take(message: unknown): void {
    // The peer `child-process` sends its payloads this way, too.
    if (ArrayBuffer.isView(message)) return;
    const event = message as FarEvent;
    if (event.event === 'failed') return this.#fail(event.message);
    this.#events.set(event.event, event);
    this.#waiting.get(event.event)?.resolve(event);
    this.#waiting.delete(event.event);
  }

  #fail(how: string): void {
    this.#failure ??= new PerfError(`the far side: ${how}`);
    this.#rejectFailure(this.#failure);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
