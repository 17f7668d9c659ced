/**
 * The views through which one block of memory is read and written.
 *
 * They span the whole ArrayBuffer, so that one set serves every message in it: targets are mostly the same mapped log,
 * and a received batch holds many messages.
 */
export class Views {
  readonly buffer: ArrayBufferLike;
  readonly data: DataView;
  readonly bytes: Uint8Array;
  /** Decoders leave the position behind what they read here: they have no second return value. */
  position = 0;
  #text: Buffer | undefined;

  constructor(buffer: ArrayBufferLike) {
    this.buffer = buffer;
    this.data = new DataView(buffer);
    this.bytes = new Uint8Array(buffer);
  }

  /** The same bytes with Node's text conversions; made on first use. */
  get text(): Buffer {
    return (this.#text ??= Buffer.from(this.buffer));
  }
}

/** Keeping views keeps their memory: larger received buffers are not worth it, making views costs less than the copy did. */
const MAX_KEPT_SOURCE = 1 << 20;

const targets = new WeakMap<ArrayBufferLike, Views>();
let lastTarget: Views | undefined;
let lastSource: Views | undefined;

/**
 * Views for encoding. A log that is written again and again stays referenced until another one is; memory written once (a
 * latched message has a segment of its own) is not kept alive.
 */
export function targetViews(buffer: ArrayBufferLike): Views {
  if (lastTarget !== undefined && lastTarget.buffer === buffer) return lastTarget;
  const known = targets.get(buffer);
  if (known !== undefined) return (lastTarget = known);
  const views = new Views(buffer);
  targets.set(buffer, views);
  return views;
}

/** Views for decoding. */
export function sourceViews(buffer: ArrayBufferLike): Views {
  if (lastSource !== undefined && lastSource.buffer === buffer) return lastSource;
  const views = new Views(buffer);
  if (buffer.byteLength <= MAX_KEPT_SOURCE) lastSource = views;
  return views;
}

/** Lets go of a buffer that was decoded from: its memory is on loan, and must not be kept by a cache. */
export function forgetSource(buffer: ArrayBufferLike): void {
  if (lastSource?.buffer === buffer) lastSource = undefined;
}
