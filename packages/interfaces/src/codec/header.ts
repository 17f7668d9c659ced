import { CdrError } from '../errors';
import type { Endianness } from './read';

/**
 * The encapsulation header (RTPS 2.5, 10.2) before every serialized message; alignment counts from behind it.
 *
 *   byte   0      1      2      3
 *        ┌──────┬──────┬──────┬──────┐
 *        │ representation │  options  │   big-endian; options are 0 when writing and ignored when reading
 *        └──────┴──────┴──────┴──────┘
 */
export const HEADER_SIZE = 4;

/** CDR_LE with no options: the four bytes read as a little-endian uint32. */
const CDR_LE_HEADER = 0x00000100;

const REPRESENTATIONS: Readonly<Record<number, string>> = {
  0x0002: 'PL_CDR_BE',
  0x0003: 'PL_CDR_LE',
  0x0006: 'CDR2_BE (XCDR2)',
  0x0007: 'CDR2_LE (XCDR2)',
  0x0008: 'D_CDR2_BE (XCDR2)',
  0x0009: 'D_CDR2_LE (XCDR2)',
  0x000a: 'PL_CDR2_BE (XCDR2)',
  0x000b: 'PL_CDR2_LE (XCDR2)',
};

export function writeHeader(data: DataView, at: number): void {
  data.setUint32(at, CDR_LE_HEADER, true);
}

/** Byte order of the body. @throws CdrError for every other encoding than XCDR1 */
export function readHeader(typeName: string, data: DataView, at: number, length: number): Endianness {
  if (length < HEADER_SIZE) {
    throw new CdrError(typeName, '', 0, `expected ${HEADER_SIZE} bytes of encapsulation header, got ${length} bytes`);
  }
  const representation = data.getUint16(at);
  if (representation === 0x0001) return 'little';
  if (representation === 0x0000) return 'big';
  const hex = `0x${representation.toString(16).padStart(4, '0')}`;
  const known = REPRESENTATIONS[representation];
  const seen = known === undefined ? hex : `${hex} ${known}`;
  throw new CdrError(typeName, '', 0, `expected encoding 0x0001 CDR_LE or 0x0000 CDR_BE, got ${seen}`);
}
