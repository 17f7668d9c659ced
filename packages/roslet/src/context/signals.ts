import { constants } from 'node:os';

/** Signals that end a process, and by which no files may be left behind. */
const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

let wanted = true;
let shutdown: (() => void) | undefined;

/**
 * Sees to it that the process shuts down its contexts when a signal ends it. Installed by the first `init`.
 *
 * SIGINT shuts down in any case, as with rclnodejs. Whether a signal then ends the process is for the program to say: if it
 * listens to the signal itself, it decides; otherwise the process ends by that very signal, after its `exit` handlers.
 */
export function installSignalHandlers(shutdownAll: () => void): void {
  if (!wanted || shutdown !== undefined) return;
  shutdown = shutdownAll;
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

/** From now on signals are the program's affair alone. */
export function removeSignalHandlers(): void {
  wanted = false;
  shutdown = undefined;
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function onSignal(signal: NodeJS.Signals): void {
  const others = process.listenerCount(signal) > 1;
  if (signal === 'SIGINT' || !others) shutdown?.();
  if (!others) endBy(signal);
}

/** Ends the process as the signal would have, once what is under way (rejections, output) has had its turn. */
function endBy(signal: NodeJS.Signals): void {
  for (const each of SIGNALS) process.off(each, onSignal);
  setImmediate(() => {
    process.once('exit', () => process.kill(process.pid, signal));
    process.exit(128 + constants.signals[signal]);
  });
}
