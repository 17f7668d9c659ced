import { rmSync } from 'node:fs';
import type { Answer, Call } from './protocol';

/** What a measuring process does. */
export interface Calls {
  readonly perform: (call: Call) => Promise<unknown>;
  /** Leaves whatever the process is in, before it ends. */
  readonly close: () => void;
}

/** Makes this process answer its `PerfProcess`, and end with it. */
export function answerCalls({ perform, close }: Calls): void {
  process.on('message', (call: Call) => {
    if (call.method === 'close') {
      close();
      process.exit();
    }
    perform(call).then(
      (result) => answer({ id: call.id, result }),
      (error: unknown) => {
        const { message, code } = error as { message?: string; code?: string };
        answer({ id: call.id, error: { message: message ?? String(error), code } });
      },
    );
  });

  // The coordinator died: nobody else removes the directory that it made for this run.
  process.on('disconnect', () => {
    close();
    const temporary = process.env.ROSLET_PERF_TEMPORARY;
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    process.exit();
  });

  // Ctrl-C reaches the whole group; the coordinator ends the others.
  process.on('SIGINT', () => undefined);
}

function answer(reply: Answer): void {
  process.send?.(reply);
}
