// One program of the demo, in a process of its own.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export class Program {
  /** What the program reported last. */
  report = undefined;
  /** What it wrote to standard error. */
  errors = '';
  #child;
  #ready;
  #exit;

  /** Starts `programs/<name>.mjs` with these arguments and this environment. */
  constructor(name, args, env) {
    this.name = name;
    this.#child = fork(fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url)), args, {
      env,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.errors += text));
    this.#exit = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on('message', ({ ready, report }) => {
        if (ready) resolve();
        if (report !== undefined) this.report = report;
      });
      this.#exit.then(({ code }) =>
        reject(new Error(`${name} ended (code ${code}) before it was ready:\n${this.errors}`)),
      );
    });
    this.#ready.catch(() => undefined);
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves when the program says that it is ready; rejects when it ends before. */
  get ready() {
    return this.#ready;
  }

  /** Lets the program end by itself. Resolves to how it ended. */
  stop() {
    if (this.#child.connected) this.#child.send({ stop: true });
    return this.#exit;
  }

  kill() {
    this.#child.kill('SIGKILL');
  }
}
