/**
 * Globally unique identifiers of endpoints: context id (8 bytes), entity number (u32, big-endian), 4 zero bytes.
 * As hex: 16 + 8 + 8 digits.
 */

export const GID_BYTES = 16;

export function gidHex(contextId: string, entity: number): string {
  return `${contextId}${entity.toString(16).padStart(8, '0')}00000000`;
}

/** The 16 bytes of a GID, in memory of their own. */
export function gidBytes(contextId: string, entity: number): Uint8Array {
  return Uint8Array.from(Buffer.from(gidHex(contextId, entity), 'hex'));
}

/** The parts of a GID in hex, or undefined when the text is not one. */
export function parseGid(hex: string): { contextId: string; entity: number } | undefined {
  if (!/^[0-9a-f]{24}0{8}$/.test(hex)) return undefined;
  return { contextId: hex.slice(0, 16), entity: Number.parseInt(hex.slice(16, 24), 16) };
}
