import { type ChildProcess, spawn } from 'node:child_process';
import { PerfError } from '../errors';
import type { Answer, Call, PayloadFacts, Setup } from './protocol';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A measuring process, as the coordinator sees it. Its program answers with `answerCalls`. */
export class PerfProcess {
  readonly role: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exit: Promise<void>;
  #lastId = 0;

  /** @param command the program and its arguments */
  constructor(role: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
    this.role = role;
    this.#child = spawn(program, args, {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Typed arrays come over as what they are.
      serialization: 'advanced',
    });
    this.#child.on('message', (answer) => this.#take(answer as Answer));
    this.#exit = new Promise((resolve) => {
      const ended = (how: string) => {
        this.#failAll(how);
        resolve();
      };
      this.#child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
      this.#child.once('error', (error) => ended(error.message));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  setUp(setup: Setup): Promise<PayloadFacts> {
    return this.call('setUp', setup);
  }

  /** @throws PerfError when the method throws, or the process ends first */
  call<Result>(method: string, argument?: unknown): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const call: Call = { id: ++this.#lastId, method, argument };
      this.#waiting.set(call.id, { resolve: resolve as Waiting['resolve'], reject });
      if (!this.#child.connected) return this.#failAll('its channel is closed');
      this.#child.send(call, (error) => {
        if (error !== null) this.#failAll(error.message);
      });
    });
  }

  /** Lets the process leave the domain, and waits for its end. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    if (this.#child.connected) this.#child.send({ id: 0, method: 'close', argument: undefined }, () => undefined);
    await this.#exit;
    clearTimeout(timer);
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new PerfError(`the ${this.role}: ${answer.error.message}`));
    else waiting?.resolve(answer.result);
  }

  #failAll(how: string): void {
    for (const { reject } of this.#waiting.values()) reject(new PerfError(`the ${this.role} ended early: ${how}`));
    this.#waiting.clear();
  }
}
