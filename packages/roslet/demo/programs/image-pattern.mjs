// Pixels that say which image they belong to, so that a receiver can tell a damaged or mixed-up one.

const STEP = 4096;

export function paint(data, number) {
  for (let offset = 0; offset + 4 <= data.length; offset += STEP) data.writeUInt32LE((number + offset) >>> 0, offset);
}

export function isPainted(data, number) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let offset = 0; offset + 4 <= data.length; offset += STEP) {
    if (view.getUint32(offset, true) !== (number + offset) >>> 0) return false;
  }
  return true;
}
