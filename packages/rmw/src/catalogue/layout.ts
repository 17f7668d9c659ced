/**
 * Bytes of a catalogue, little-endian. A context writes its own; every other process reads it, so a reader checks all of it.
 *
 *     header   0 magic "RCAT"   4 version (u16)   6 header bytes (u16)
 *              8 nodes   12 types   16 profiles   20 endpoints   24 text bytes   28 zero
 *     nodes     [24 each]  name (ref)  namespace (ref)  enclave (ref)
 *     types     [16 each]  name (ref)  hash (ref)
 *     profiles  [36 each]  0 history (u8)  1 reliability (u8)  2 durability (u8)  3 liveliness (u8)
 *                          4 depth (u32)  8 deadline (u64)  16 lifespan (u64)  24 lease (u64)  32 flags (u32): 1 avoid ROS conventions
 *     endpoints [28 each]  0 entity  4 kind  8 node index  12 type index  16 profile index  20 name (ref)
 *     text      printable ASCII
 *
 * A ref is two u32: offset within the text, and length. All counts are u32. Tables follow one another without gaps; `header bytes`
 * lets a later version add to the header. A reader refuses versions it does not know.
 */
export const MAGIC = 0x54414352;
export const VERSION = 1;
export const HEADER_BYTES = 32;
export const NODE_BYTES = 24;
export const TYPE_BYTES = 16;
export const PROFILE_BYTES = 36;
export const ENDPOINT_BYTES = 28;

export const AVOID_ROS_CONVENTIONS = 1;

/** Number of a kind of endpoint: its index. */
export const KINDS = ['', 'publisher', 'subscription', 'service', 'client'] as const;
