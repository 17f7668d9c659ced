import { PRIMITIVES } from '../model';
import { isList, singleDefault } from './defaults';
import { SCALARS, type Scalar, setScalar } from './primitives';
import type { Element, Structure, StructureField } from './structure';

/**
 * The compiled plan: a type as bytes for the native walker (native/src/cdr/plan.cpp reads it). Little-endian throughout.
 *
 *   plan       u32 magic 'RCP1' │ u32 number of structures │ structure …          the last structure is the message
 *   structure  text name │ u32 number of fields │ field …
 *   field      text name │ u8 element │ u8 shape │ u16 0 │ u32 count │ u32 string bound │ u32 nested │ default
 *   text       u32 bytes │ UTF-8
 *   default    u32 bytes │ value, or nothing when zero, empty and the nested type's own defaults are meant
 *   value      of a scalar: its CDR bytes; of a string or wstring: u32 bytes │ UTF-16; of arrays: u32 elements │ value …
 *
 *   element    index in PRIMITIVES, or 15 for a nested structure
 *   shape      0 single, 1 array of `count`, 2 sequence of at most `count`
 *   nested     index of the structure, always lower than the own one; 0xffffffff when the element is not nested
 */
const MAGIC = 0x31504352;

const NESTED = PRIMITIVES.length;
const NONE = 0xffffffff;
const SHAPES = { single: 0, array: 1, sequence: 2 } as const;

export function writePlan(root: Structure): Uint8Array {
  const structures = collect(root);
  const out = new PlanBytes();
  out.u32(MAGIC);
  out.u32(structures.size);
  for (const structure of structures.keys()) {
    out.text(structure.name);
    out.u32(structure.fields.length);
    for (const field of structure.fields) writeField(out, field, structures);
  }
  return out.bytes();
}

/** All structures with their indices, nested ones before those that hold them. */
function collect(root: Structure, found = new Map<Structure, number>()): Map<Structure, number> {
  if (found.has(root)) return found;
  for (const { element } of root.fields) if (element.kind === 'nested') collect(element.structure, found);
  return found.set(root, found.size);
}

function writeField(out: PlanBytes, field: StructureField, structures: ReadonlyMap<Structure, number>): void {
  const { element, shape } = field;
  out.text(field.name);
  out.u8(
    element.kind === 'nested' ? NESTED : PRIMITIVES.indexOf(element.kind === 'scalar' ? element.base : element.kind),
  );
  out.u8(SHAPES[shape.kind]);
  out.u16(0);
  out.u32(shape.kind === 'array' ? shape.length : shape.kind === 'sequence' ? shape.bound : 1);
  out.u32('bound' in element ? element.bound : NONE);
  out.u32(element.kind === 'nested' ? structures.get(element.structure)! : NONE);
  const value = new PlanBytes();
  writeDefault(value, field);
  out.block(value.bytes());
}

function writeDefault(out: PlanBytes, field: StructureField): void {
  const { element, shape } = field;
  if (field.default === undefined || element.kind === 'nested') return;
  if (shape.kind === 'single') return out.value(element, singleDefault(field));
  if (!isList(field.default)) return;
  out.u32(field.default.length);
  for (const value of field.default) out.value(element, value);
}

class PlanBytes {
  readonly #chunks: Uint8Array[] = [];

  u8(value: number): void {
    this.#chunks.push(Uint8Array.of(value));
  }

  u16(value: number): void {
    this.#scalar('uint16', value);
  }

  u32(value: number): void {
    this.#scalar('uint32', value);
  }

  text(value: string): void {
    this.block(Buffer.from(value, 'utf8'));
  }

  /** Bytes with their number before them. */
  block(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.#chunks.push(bytes);
  }

  value(element: Element, value: boolean | number | bigint | string): void {
    if (element.kind === 'scalar') this.#scalar(element.base, value);
    else this.block(Buffer.from(String(value), 'utf16le'));
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  #scalar(base: Scalar, value: boolean | number | bigint | string): void {
    const bytes = new Uint8Array(SCALARS[base].size);
    setScalar(new DataView(bytes.buffer), SCALARS[base], 0, value as boolean | number | bigint);
    this.#chunks.push(bytes);
  }
}
