/**
 * What stands in a message: its number (u32), a flag (u32), and from there on one byte value that follows from the number, so that a
 * receiver can tell lost, torn and mixed-up messages.
 */

export const STAMP_BYTES = 8;

export const FLAG = {
  none: 0,
  /** The warm-up is over: say so when this is here, and count from the next one on. */
  sync: 1,
  /** The last one. */
  last: 2,
} as const;

/** A sample is taken of every page. */
const SAMPLE_EVERY = 4096;

/** @param at where the payload begins in `memory` */
export function writeStamp(memory: Uint8Array, at: number, number: number, flag: number): void {
  memory[at] = number;
  memory[at + 1] = number >>> 8;
  memory[at + 2] = number >>> 16;
  memory[at + 3] = number >>> 24;
  memory[at + 4] = flag;
}

/** Writes every byte behind the stamp. */
export function fill(memory: Uint8Array, at: number, number: number): void {
  memory.fill(valueOf(number), at + STAMP_BYTES);
}

export function numberOf(memory: Uint8Array, at: number): number {
  const low = byte(memory, at) | (byte(memory, at + 1) << 8) | (byte(memory, at + 2) << 16);
  return low + byte(memory, at + 3) * 2 ** 24;
}

export function flagOf(memory: Uint8Array, at: number): number {
  return byte(memory, at + 4);
}

/** Whether one byte of each page, and the last one, are what `fill` wrote. */
export function samplesMatch(memory: Uint8Array, at: number, number: number): boolean {
  const value = valueOf(number);
  const end = memory.byteLength - 1;
  for (let index = at + STAMP_BYTES; index < end; index += SAMPLE_EVERY) {
    if (memory[index] !== value) return false;
  }
  return end < at + STAMP_BYTES || memory[end] === value;
}

/** Reads every byte behind the stamp: none may be zero, which `fill` never writes. (This is memchr, as in the C++ programs.) */
export function allMatch(memory: Uint8Array, at: number, number: number): boolean {
  const buffer = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  return samplesMatch(memory, at, number) && buffer.indexOf(0, at + STAMP_BYTES) === -1;
}

/** By what is to be read, whether it is right. (The stamp itself is looked at anyway.) */
export const LOOKS = { full: allMatch, sampled: samplesMatch, stamp: () => true } as const;

function valueOf(number: number): number {
  return 1 + (number % 250);
}

function byte(memory: Uint8Array, at: number): number {
  return memory[at] as number;
}
