// A lock between processes of one checkout: a file that holds its owner's process id.

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Waits until no living process holds the lock, takes it, and gives the function that returns it. */
export function takeLock(file) {
  // Linking makes the lock appear together with its contents, so it always has an owner.
  const mine = `${file}-${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    while (!tryLink(mine, file)) {
      if (isAlive(ownerOf(file))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      else rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The owner's process id, or this process's own when the lock has just been returned. */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return process.pid;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
