/**
 * Runs a user's callback. What it throws becomes an uncaught exception after the current work, so that one faulty callback neither
 * goes unnoticed nor stops the rest of a batch.
 */
export function runCallback(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    throwLater(error);
  }
}

export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
