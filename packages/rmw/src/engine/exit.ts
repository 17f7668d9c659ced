/** Contexts that are open in this thread. A normal exit closes them, so that it leaves no files; a crash is swept up by others. */
const open = new Set<{ close(): void }>();

function closeAll(): void {
  for (const context of [...open]) context.close();
}

export function closeAtExit(context: { close(): void }): void {
  if (open.size === 0) process.on('exit', closeAll);
  open.add(context);
}

export function keepOpenAtExit(context: { close(): void }): void {
  open.delete(context);
  if (open.size === 0) process.off('exit', closeAll);
}

export function openContexts(): Iterable<{ close(): void }> {
  return [...open];
}
