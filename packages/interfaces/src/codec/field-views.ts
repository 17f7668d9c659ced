import { MessageError } from '../errors';
import { advance, align, BODY_START, type Place, placeKey } from './alignment';
import { fixedElementsSize } from './fixed-size';
import { getScalar, type Scalar, SCALARS, setScalar } from './primitives';
import type { Element, Structure, StructureField } from './structure';

/**
 * A message of fixed size as an object whose fields lie in serialized memory: reading and writing a field reads and writes
 * the CDR itself. Numeric arrays are typed arrays on that memory; `bool` arrays are Uint8Array, 64-bit integer arrays
 * BigInt64Array and BigUint64Array (a plain array could not be a view).
 */
export type FieldView = object;

type ViewClass = new (data: DataView, base: number) => FieldView;

const known = new WeakMap<Structure, Map<string, ViewClass>>();

/**
 * @param data memory that holds the body at `base`; `base` must be 8-byte aligned within its buffer
 */
export function viewFields(structure: Structure, data: DataView, base: number): FieldView {
  return new (viewClass(structure, BODY_START))(data, base);
}

/** One class for a structure and the remainder its start leaves: that fixes the offset of every field. */
function viewClass(structure: Structure, start: Place): ViewClass {
  let classes = known.get(structure);
  if (classes === undefined) known.set(structure, (classes = new Map<string, ViewClass>()));
  const key = placeKey(start);
  let made = classes.get(key);
  if (made === undefined) classes.set(key, (made = defineClass(structure, start)));
  return made;
}

function defineClass(structure: Structure, start: Place): ViewClass {
  class View {
    readonly #data: DataView;
    readonly #base: number;

    constructor(data: DataView, base: number) {
      this.#data = data;
      this.#base = base;
    }

    static at(view: View): [DataView, number] {
      return [view.#data, view.#base];
    }
  }
  let bytes = 0;
  for (const field of structure.fields) {
    const place = advance(start, bytes);
    Object.defineProperty(View.prototype, field.name, {
      enumerable: true,
      ...accessors(structure, field, place, bytes, (view) => View.at(view as View)),
    });
    bytes += fixedElementsSize(field.element, field.shape.kind === 'array' ? field.shape.length : 1, place);
  }
  return View;
}

type At = (view: unknown) => [DataView, number];

function accessors(owner: Structure, field: StructureField, place: Place, bytes: number, at: At): PropertyDescriptor {
  const { element, shape, name } = field;
  const offset = bytes + paddingBefore(element, place);
  if (shape.kind === 'array') {
    return {
      get() {
        const [data, base] = at(this);
        return viewArray(element, shape.length, place, data, base + offset, base + bytes);
      },
      set(values: ArrayLike<unknown>) {
        assign(owner, name, (this as Record<string, ArrayLike<unknown>>)[name]!, values);
      },
    };
  }
  if (element.kind === 'nested') {
    const Nested = viewClass(element.structure, place);
    return {
      get() {
        const [data, base] = at(this);
        return new Nested(data, base + bytes);
      },
      set(value: Record<string, unknown>) {
        Object.assign((this as Record<string, object>)[name]!, value);
      },
    };
  }
  return scalarAccessors(owner, name, (element as { base: Scalar }).base, offset, at);
}

function scalarAccessors(owner: Structure, name: string, base: Scalar, offset: number, at: At): PropertyDescriptor {
  const facts = SCALARS[base];
  return {
    get() {
      const [data, start] = at(this);
      const value = getScalar(data, facts, start + offset, true);
      return facts.family === 'boolean' ? value !== 0 : value;
    },
    set(value: unknown) {
      const [data, start] = at(this);
      setScalar(data, facts, start + offset, checkedScalar(owner, name, base, value));
    },
  };
}

function checkedScalar(owner: Structure, name: string, base: Scalar, value: unknown): number | bigint | boolean {
  const { family, minimum, maximum } = SCALARS[base];
  if (family === 'boolean' ? typeof value === 'boolean' : family === 'float' && typeof value === 'number') {
    return value as boolean | number;
  }
  if (family === 'bigint' && (typeof value === 'bigint' || Number.isSafeInteger(value))) {
    const integer = BigInt(value as bigint | number);
    if (integer >= minimum! && integer <= maximum!) return integer;
  }
  if (family === 'integer' && Number.isInteger(value)) {
    const integer = value as number;
    if (integer >= minimum! && integer <= maximum!) return integer;
  }
  const seen = typeof value === 'number' || typeof value === 'bigint' ? String(value) : typeof value;
  throw new MessageError(owner.name, name, `expected a value of type ${base}, got ${seen}`);
}

function paddingBefore(element: Element, place: Place): number {
  return element.kind === 'scalar' ? align(place, SCALARS[element.base].size).padding! : 0;
}

type ArrayViewConstructor = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => ArrayLike<unknown>;

const CONSTRUCTORS = globalThis as unknown as Record<string, ArrayViewConstructor>;

function viewArray(element: Element, length: number, place: Place, data: DataView, at: number, first: number): unknown {
  if (element.kind === 'scalar') {
    const Constructor = CONSTRUCTORS[`${SCALARS[element.base].accessor}Array`]!;
    return new Constructor(data.buffer, data.byteOffset + at, length);
  }
  const elements: FieldView[] = [];
  const { structure } = element as { structure: Structure };
  let begin = 0;
  for (let i = 0; i < length; i++) {
    const start = advance(place, begin);
    elements.push(new (viewClass(structure, start))(data, first + begin));
    begin += fixedElementsSize(element, 1, start);
  }
  return elements;
}

function assign(owner: Structure, name: string, target: ArrayLike<unknown>, values: ArrayLike<unknown>): void {
  if (values?.length !== target.length) {
    throw new MessageError(owner.name, name, `expected ${target.length} elements, got ${String(values?.length)}`);
  }
  if (Array.isArray(target)) target.forEach((element: object, i) => Object.assign(element, values[i]));
  else (target as Uint8Array).set(values as ArrayLike<number>);
}
