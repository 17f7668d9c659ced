import { CodecDescriptionError, RecursiveInterfaceError } from '../errors';
import type { Field, LiteralValue, MessageDescription, Resolve } from '../model';
import { type Alignment, MAX_ELEMENTS, SCALARS, type Scalar } from './primitives';

/** A structure as the codecs see it: nested types resolved, sizes and alignments worked out. */
export interface Structure {
  readonly name: string;
  readonly fields: readonly StructureField[];
  /** True when the serialized size depends on nothing but the start position. */
  readonly fixed: boolean;
  /** Strictest alignment of anything within. */
  readonly alignment: Alignment;
  /** Fewest bytes any value can take, padding left out; never 0. */
  readonly minimumSize: number;
  /** Number of primitive members once nested structures are unfolded (arrays count once): the measure for inlining. */
  readonly leaves: number;
  /** Nesting depth, 1 for a structure of primitives. */
  readonly depth: number;
}

export type Element =
  | { readonly kind: 'scalar'; readonly base: Scalar }
  | { readonly kind: 'string' | 'wstring'; readonly bound: number }
  | { readonly kind: 'nested'; readonly structure: Structure };

export type Shape =
  | { readonly kind: 'single' }
  | { readonly kind: 'array'; readonly length: number }
  | { readonly kind: 'sequence'; readonly bound: number };

export interface StructureField {
  readonly name: string;
  readonly element: Element;
  readonly shape: Shape;
  /** As the interface states it, in the field's own shape; undefined: zero, empty, or the nested type's own defaults. */
  readonly default: LiteralValue | undefined;
}

/** Deeper nesting than any real interface has; keeps recursion over hostile descriptions bounded. */
const MAX_DEPTH = 64;

/** Keeps sizes far from where their arithmetic ends, and types that double with every level of nesting out. */
const MAX_MINIMUM_SIZE = 0x7fffffff;

/** Field names become identifiers in generated code, so nothing else may pass. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Resolves a structure and everything nested in it.
 *
 * @throws RecursiveInterfaceError, CodecDescriptionError, and whatever `resolve` throws for unknown names
 */
export function buildStructure(name: string, resolve: Resolve): Structure {
  const done = new Map<string, Structure>();
  const open: string[] = [];

  function build(typeName: string): Structure {
    const known = done.get(typeName);
    if (known) return known;
    if (open.includes(typeName)) throw new RecursiveInterfaceError([...open.slice(open.indexOf(typeName)), typeName]);
    if (open.length >= MAX_DEPTH) {
      throw new CodecDescriptionError(typeName, `expected at most ${MAX_DEPTH} levels of nesting, got more`);
    }
    open.push(typeName);
    const description = resolve(typeName);
    const fields = description.fields.map((field) => buildField(description, field, build));
    open.pop();
    const structure = summarize(description.name, fields);
    done.set(typeName, structure);
    return structure;
  }

  return build(name);
}

function buildField(owner: MessageDescription, field: Field, build: (name: string) => Structure): StructureField {
  if (!FIELD_NAME.test(field.name)) {
    throw new CodecDescriptionError(owner.name, `expected field names of letters, digits and _, got '${field.name}'`);
  }
  return {
    name: field.name,
    element: buildElement(field, build),
    shape: buildShape(owner, field),
    default: field.default,
  };
}

function buildElement(field: Field, build: (name: string) => Structure): Element {
  const { base, nested, stringBound } = field.type;
  if (base === 'nested') return { kind: 'nested', structure: build(nested ?? '') };
  if (base === 'string' || base === 'wstring') return { kind: base, bound: stringBound ?? MAX_ELEMENTS };
  return { kind: 'scalar', base };
}

function buildShape(owner: MessageDescription, field: Field): Shape {
  const { container } = field.type;
  if (container.kind === 'single') return { kind: 'single' };
  if (container.kind === 'sequence') return { kind: 'sequence', bound: container.bound ?? MAX_ELEMENTS };
  // ROS 2 has no arrays of length 0; without them every value takes at least a byte, which bounds decoding.
  if (!(container.length >= 1 && container.length <= MAX_ELEMENTS)) {
    throw new CodecDescriptionError(
      owner.name,
      `expected 1 to ${MAX_ELEMENTS} elements in ${field.name}, got ${container.length}`,
    );
  }
  return { kind: 'array', length: container.length };
}

function summarize(name: string, fields: readonly StructureField[]): Structure {
  // An empty structure is one byte: ROS 2's IDL gives it the member structure_needs_at_least_one_member.
  if (fields.length === 0) return { name, fields, fixed: true, alignment: 1, minimumSize: 1, leaves: 1, depth: 1 };
  let alignment: Alignment = 1;
  let minimumSize = 0;
  let leaves = 0;
  let depth = 1;
  for (const { element, shape } of fields) {
    const own = elementAlignment(element);
    alignment = Math.max(alignment, own, shape.kind === 'sequence' ? 4 : 1) as Alignment;
    const count = shape.kind === 'array' ? shape.length : 1;
    minimumSize += shape.kind === 'sequence' ? 4 : count * elementMinimum(element);
    leaves += element.kind === 'nested' ? element.structure.leaves : 1;
    if (element.kind === 'nested') depth = Math.max(depth, element.structure.depth + 1);
  }
  if (minimumSize > MAX_MINIMUM_SIZE)
    throw new CodecDescriptionError(name, 'expected a type of at most 2 GiB, got more');
  const fixed = fields.every(({ element, shape }) => shape.kind !== 'sequence' && elementIsFixed(element));
  return { name, fields, fixed, alignment, minimumSize, leaves, depth };
}

export function elementAlignment(element: Element): Alignment {
  if (element.kind === 'scalar') return SCALARS[element.base].size;
  return element.kind === 'nested' ? element.structure.alignment : 4;
}

/** Fewest bytes an element takes, padding left out (some writers send an empty string as length 0 and nothing more). */
export function elementMinimum(element: Element): number {
  if (element.kind === 'scalar') return SCALARS[element.base].size;
  return element.kind === 'nested' ? element.structure.minimumSize : 4;
}

export function elementIsFixed(element: Element): boolean {
  return element.kind === 'scalar' || (element.kind === 'nested' && element.structure.fixed);
}

/** Alignment of the first thing an element writes: aligning to it early never changes the bytes. */
export function leadingAlignment(element: Element): Alignment {
  if (element.kind !== 'nested') return elementAlignment(element);
  const first = element.structure.fields[0];
  if (!first) return 1;
  return first.shape.kind === 'sequence' ? 4 : leadingAlignment(first.element);
}
