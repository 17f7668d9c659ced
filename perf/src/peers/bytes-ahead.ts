const LEAST = 64 * 1024 ** 2;
const MESSAGES = 16;

/** How far a sender may run ahead of its receiver, in bytes; the same for every transport that lets one choose. */
export function bytesAhead(size: number): number {
  return Math.max(LEAST, MESSAGES * size);
}

/** The same in messages, for transports that count these, but not more than `most` (their usual limit). */
export function messagesAhead(size: number, most: number): number {
  return Math.max(2, Math.min(most, Math.floor(bytesAhead(size) / size)));
}
