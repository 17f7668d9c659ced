import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => unknown;

let collect: Collect | undefined;
let alone = true;

/**
 * Collects young objects, in 50 µs. Large received messages are young ArrayBuffers, and by itself V8 learns too late, and by marking
 * the whole heap, that nobody looks at them any more: see BufferPool in native/src/binding/buffer_pool.hpp. Does nothing where the
 * runtime has no such function.
 */
export function collectYoung(): void {
  collect ??= find();
  // Helpers would have to be woken, and waited for: five times as long, while others use the processors.
  if (alone) v8.setFlagsFromString('--no-parallel-scavenge');
  collect({ type: 'minor' });
  if (alone) v8.setFlagsFromString('--parallel-scavenge');
}

/** V8 gives its function to contexts that are made while the flag is set; nobody else gets to see it. */
function find(): Collect {
  alone = !process.execArgv.some((option) => /parallel.scavenge|single.threaded/.test(option));
  try {
    if (typeof globalThis.gc === 'function') return globalThis.gc;
    v8.setFlagsFromString('--expose-gc');
    try {
      return vm.runInNewContext('gc') as Collect;
    } finally {
      v8.setFlagsFromString('--no-expose-gc');
    }
  } catch {
    alone = false;
    return () => undefined;
  }
}
