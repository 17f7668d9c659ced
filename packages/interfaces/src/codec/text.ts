// Node 20 has String.prototype.isWellFormed; the es2023 library of the type checker does not.
/// <reference lib="es2024.string" />
import { isUtf8 } from 'node:buffer';
import type { Views } from './views';

/**
 * Strings in CDR (CORBA 15.3.2.7, and what ROS 2's middlewares write):
 *
 *   string    uint32 length in bytes, NUL included │ UTF-8 bytes │ NUL
 *   wstring   uint32 number of UTF-16 units        │ uint32 each          (no terminator)
 */

/** Up to this length a loop over the characters is faster than Node's native `Buffer.byteLength` (measured). */
const SHORT_TO_MEASURE = 8;

/** The same for writing, which takes three native calls otherwise: length, NUL search, copy. */
const SHORT_TO_WRITE = 32;

/** Bytes of UTF-8, terminator left out. Lone surrogates count as 3; `writeString` refuses them. */
export function utf8Length(text: string): number {
  const { length } = text;
  if (length > SHORT_TO_MEASURE) return Buffer.byteLength(text);
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) > 127) return Buffer.byteLength(text);
  return length;
}

/**
 * Writes a string at the aligned `position` and returns the position behind it; -1 when it does not fit before `end`, has
 * more than `bound` bytes, or holds a NUL or a lone surrogate.
 */
export function writeString(views: Views, text: string, position: number, end: number, bound: number): number {
  const { length } = text;
  if (length > SHORT_TO_WRITE) return writeLongString(views, text, position, end, bound);
  if (position + length + 5 > end || length > bound) return -1;
  const { bytes } = views;
  let at = position + 4;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return writeLongString(views, text, position, end, bound);
    if (unit === 0) return -1;
    bytes[at++] = unit;
  }
  bytes[at] = 0;
  views.data.setUint32(position, length + 1, true);
  return at + 1;
}

function writeLongString(views: Views, text: string, position: number, end: number, bound: number): number {
  const size = Buffer.byteLength(text);
  if (size > bound || position + size + 5 > end || text.includes('\0')) return -1;
  if (size === text.length) views.text.write(text, position + 4, size, 'latin1');
  else if (text.isWellFormed()) views.text.write(text, position + 4, size, 'utf8');
  else return -1;
  views.data.setUint32(position, size + 1, true);
  views.bytes[position + 4 + size] = 0;
  return position + size + 5;
}

/** Like `writeString`. Any UTF-16 units go, as they do in a C++ std::u16string. */
export function writeWideString(views: Views, text: string, position: number, end: number, bound: number): number {
  const { length } = text;
  if (position + 4 + 4 * length > end || length > bound) return -1;
  const { data } = views;
  data.setUint32(position, length, true);
  let at = position + 4;
  for (let i = 0; i < length; i++, at += 4) data.setUint32(at, text.charCodeAt(i), true);
  return at;
}

/**
 * Reads a string at the aligned `position` and leaves `views.position` behind it. Undefined when the bytes are no string of
 * at most `bound` bytes: cut off, unterminated, with a NUL inside, or not UTF-8.
 */
export function readString(views: Views, position: number, end: number, bound: number): string | undefined {
  if (position + 4 > end) return undefined;
  const size = views.data.getUint32(position, true);
  const begin = position + 4;
  // Some writers send an empty string as length 0 without a terminator.
  if (size === 0) {
    views.position = begin;
    return '';
  }
  const stop = begin + size - 1;
  if (stop >= end || size - 1 > bound || views.bytes[stop] !== 0) return undefined;
  views.position = stop + 1;
  return readText(views, begin, stop);
}

/** The text from `begin` to `stop`, where its NUL stands; undefined with a NUL before it or bytes that are not UTF-8. */
export function readText(views: Views, begin: number, stop: number): string | undefined {
  return stop - begin <= RECENT_LENGTH ? readShort(views, begin, stop) : readLong(views, begin, stop);
}

/**
 * Short strings seen lately. Frame ids, joint and parameter names come again with every message; comparing bytes with a
 * known string is several times faster than making one. Bounded: 512 strings of at most 32 characters.
 */
const RECENT_SLOTS = 512;
const RECENT_LENGTH = 32;
const recent: string[] = new Array<string>(RECENT_SLOTS).fill('');

function readShort(views: Views, begin: number, stop: number): string | undefined {
  const { bytes } = views;
  const length = stop - begin;
  if (length === 0) return '';
  let hash = length;
  let all = 0;
  for (let i = begin; i < stop; i++) {
    const byte = bytes[i] as number;
    if (byte === 0) return undefined;
    all |= byte;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  if (all > 127) return readLong(views, begin, stop);
  const slot = (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (RECENT_SLOTS - 1);
  const known = recent[slot] as string;
  if (known.length === length) {
    let i = 0;
    while (i < length && known.charCodeAt(i) === bytes[begin + i]) i++;
    if (i === length) return known;
  }
  return (recent[slot] = views.text.toString('latin1', begin, stop));
}

function readLong(views: Views, begin: number, stop: number): string | undefined {
  const text = views.text.toString('utf8', begin, stop);
  if (text.includes('\0')) return undefined;
  // Bad UTF-8 turns into U+FFFD; so does the real U+FFFD, hence the second look.
  if (text.includes('\uFFFD') && !isUtf8(views.bytes.subarray(begin, stop))) return undefined;
  return text;
}

/** Units handed to String.fromCharCode at once; its argument list has a limit. */
const UNITS_PER_CALL = 4096;

/** Like `readString`, for wide strings; undefined also where a unit does not fit into 16 bits. */
export function readWideString(views: Views, position: number, end: number, bound: number): string | undefined {
  if (position + 4 > end) return undefined;
  const { data } = views;
  const length = data.getUint32(position, true);
  if (length > bound || length > (end - position - 4) / 4) return undefined;
  let at = position + 4;
  let text = '';
  for (let done = 0; done < length;) {
    const units = new Uint16Array(Math.min(UNITS_PER_CALL, length - done));
    for (let i = 0; i < units.length; i++, at += 4) {
      const unit = data.getUint32(at, true);
      if (unit > 0xffff) return undefined;
      units[i] = unit;
    }
    text += String.fromCharCode(...units);
    done += units.length;
  }
  views.position = at;
  return text;
}
