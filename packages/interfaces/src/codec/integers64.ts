/**
 * 64-bit integers on the way out: a bigint in range, or a number that is a safe integer. Numbers are written as two
 * halves, which spares making a bigint of them.
 */

const HIGH = 0x100000000;

/** Writes an int64 at `position`; false when the value is none. */
export function putInt64(data: DataView, position: number, value: unknown): boolean {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) return false;
    data.setBigInt64(position, value, true);
    return true;
  }
  if (!Number.isSafeInteger(value)) return false;
  putHalves(data, position, value as number);
  return true;
}

/** Writes a uint64 at `position`; false when the value is none. */
export function putUint64(data: DataView, position: number, value: unknown): boolean {
  if (typeof value === 'bigint') {
    if (BigInt.asUintN(64, value) !== value) return false;
    data.setBigUint64(position, value, true);
    return true;
  }
  if (!Number.isSafeInteger(value) || (value as number) < 0) return false;
  putHalves(data, position, value as number);
  return true;
}

function putHalves(data: DataView, position: number, value: number): void {
  // DataView takes both modulo 2^32, which is two's complement for the low half; the high half is rounded down.
  data.setUint32(position, value, true);
  data.setUint32(position + 4, Math.floor(value / HIGH), true);
}
