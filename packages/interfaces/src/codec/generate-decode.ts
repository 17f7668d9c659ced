import { advance, align, BODY_START, type Place, placeKey } from './alignment';
import { loopHead, placeAfter, placeAfterField, placeAfterLoop } from './places';
import { type Alignment, SCALARS, type Scalar } from './primitives';
import { INLINE_LEAVES, Lines, Source } from './source';
import { type Element, elementMinimum, leadingAlignment, type Structure, type StructureField } from './structure';
import { readString, readWideString } from './text';
import type { Views } from './views';

/** Reads a little-endian body that lies from `begin` to `end`; leaves `views.position` behind what it read. */
export type DecodeFunction = (views: Views, begin: number, end: number) => unknown;

/** Throws what is wrong with a body that the fast code would not take. */
export type RefuseBody = (views: Views, begin: number, end: number) => never;

/** Longer arrays grow instead: V8 makes a slow dictionary of a very long array that is allocated at once. */
const PREALLOCATE = 1 << 20;

/** Up to this many elements, a loop makes a copy faster than slicing the bytes does (measured). */
const LOOP_UP_TO = 16;

/** Generates the decoder of a structure. Lengths are checked against the bytes left before anything is made. */
export function generateDecode(structure: Structure, refuse: RefuseBody): DecodeFunction {
  const program = new DecodeProgram();
  const walk = program.functionFor(structure, BODY_START);
  program.source.addFunction(`function decode(t, begin, end) { return ${walk}(t, begin, begin, end); }`);
  return program.source.compile({ readString, readWideString, refuse }, 'decode') as DecodeFunction;
}

class DecodeProgram {
  readonly source = new Source();
  readonly #functions = new Map<string, string>();

  functionFor(structure: Structure, start: Place): string {
    const key = `${structure.name}@${placeKey(start)}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const name = this.source.name('decode');
    this.#functions.set(key, name);
    // t views, p position, o where the body began (alignment counts from there), e end.
    this.source.addFunction(
      `function ${name}(t, p, o, e) {\nconst data = t.data, bytes = t.bytes;\n${new DecodeBody(this, start).of(structure)}\n}`,
    );
    return name;
  }
}

class DecodeBody {
  readonly #program: DecodeProgram;
  readonly #lines = new Lines();
  #place: Place;
  /** Fixed-size reads in a row: one check of the bytes left before the first, one step of `p` behind the last. */
  #run: { readonly check: (line: string) => void; size: number } | undefined;

  constructor(program: DecodeProgram, start: Place) {
    this.#program = program;
    this.#place = start;
  }

  of(structure: Structure): string {
    const message = this.#structure(structure);
    this.#closeRun();
    this.#lines.add('t.position = p;');
    this.#lines.add(`return ${message};`);
    return this.#lines.toString();
  }

  /** Emits what reads a structure; returns the expression of its object. */
  #structure(structure: Structure): string {
    if (structure.fields.length === 0) this.#take(1);
    const members = structure.fields.map((field) => `${JSON.stringify(field.name)}: ${this.#field(field)}`);
    return `{ ${members.join(', ')} }`;
  }

  #field(field: StructureField): string {
    const after = placeAfterField(field, this.#place);
    const value = field.shape.kind === 'single' ? this.#element(field.element) : this.#elements(field);
    this.#place = after;
    return value;
  }

  #element(element: Element): string {
    if (element.kind === 'scalar') return this.#scalar(element.base);
    if (element.kind === 'nested') return this.#nested(element.structure);
    const value = this.#program.source.name();
    const read = element.kind === 'string' ? 'readString' : 'readWideString';
    this.#align(4);
    this.#closeRun();
    this.#lines.add(`const ${value} = ${read}(t, p, e, ${element.bound});`);
    this.#lines.add(`if (${value} === undefined) return refuse(t, o, e); p = t.position;`);
    return value;
  }

  #scalar(base: Scalar): string {
    const { size } = SCALARS[base];
    this.#align(size);
    const value = this.#program.source.name();
    this.#lines.add(`const ${value} = ${load(base, this.#take(size))};`);
    if (base !== 'bool') return value;
    this.#lines.add(`if (${value} > 1) return refuse(t, o, e);`);
    return `${value} === 1`;
  }

  #nested(structure: Structure): string {
    if (structure.leaves <= INLINE_LEAVES) return this.#structure(structure);
    this.#closeRun();
    const value = this.#program.source.name();
    this.#lines.add(
      `const ${value} = ${this.#program.functionFor(structure, this.#place)}(t, p, o, e); p = t.position;`,
    );
    this.#place = placeAfter(structure, this.#place);
    return value;
  }

  #elements({ element, shape }: StructureField): string {
    const { source } = this.#program;
    const [values, count] = [source.name(), source.name()];
    if (shape.kind === 'sequence') {
      this.#align(4);
      this.#lines.add(`const ${count} = data.getUint32(${this.#take(4)}, true);`);
      this.#closeRun();
      this.#lines.add(
        `if (${count} > ${shape.bound} || ${count} * ${elementMinimum(element)} > e - p) return refuse(t, o, e);`,
      );
    } else if (shape.kind === 'array') {
      this.#closeRun();
      this.#lines.add(`const ${count} = ${shape.length};`);
      this.#lines.add(`if (${count} * ${elementMinimum(element)} > e - p) return refuse(t, o, e);`);
    }
    if (element.kind === 'scalar' && SCALARS[element.base].decodesToTypedArray)
      this.#typedArray(element.base, values, count);
    else this.#loop(element, values, count);
    return values;
  }

  /** A view on the source where alignment allows, else on a copy. */
  #typedArray(base: Scalar, values: string, count: string): void {
    const { size, typedArray } = SCALARS[base];
    this.#lines.add(`let ${values};`);
    this.#lines.add(`if (${count} === 0) ${values} = new ${typedArray}(0); else {`);
    this.#align(size);
    this.#closeRun();
    this.#lines.add(`if (p + ${size} * ${count} > e) return refuse(t, o, e);`);
    const view = `${values} = new ${typedArray}(t.buffer, p, ${count});`;
    if (size === 1) this.#lines.add(view);
    else {
      this.#lines.add(`if ((p & ${size - 1}) === 0) ${view}`);
      this.#copy(base, values, count);
    }
    this.#lines.add(`p += ${size} * ${count}; }`);
  }

  #copy(base: Scalar, values: string, count: string): void {
    const { size, typedArray } = SCALARS[base];
    const index = this.#program.source.name();
    this.#lines.add(`else if (${count} <= ${LOOP_UP_TO}) { ${values} = new ${typedArray}(${count});`);
    this.#lines.add(`for (let ${index} = 0; ${index} < ${count}; ${index}++)`);
    this.#lines.add(`${values}[${index}] = ${load(base, `p + ${size} * ${index}`)}; }`);
    this.#lines.add(`else ${values} = new ${typedArray}(bytes.slice(p, p + ${size} * ${count}).buffer);`);
  }

  #loop(element: Element, values: string, count: string): void {
    const index = this.#program.source.name();
    const after = placeAfterLoop(element, this.#place);
    const head = loopHead(element, this.#place);
    this.#lines.add(`const ${values} = new Array(${count} <= ${PREALLOCATE} ? ${count} : 0);`);
    this.#lines.add(`if (${count} !== 0) {`);
    this.#align(leadingAlignment(element));
    this.#closeRun();
    this.#place = head;
    this.#lines.add(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    const value = this.#element(element);
    this.#closeRun();
    this.#lines.add(`${values}[${index}] = ${value}; } }`);
    this.#place = after;
  }

  #align(alignment: Alignment): void {
    const { padding, place } = align(this.#place, alignment);
    if (padding === undefined) {
      this.#closeRun();
      this.#lines.add(`p += (o - p) & ${alignment - 1};`);
      this.#place = place;
    } else if (padding > 0) {
      this.#take(padding);
    }
  }

  /** The position of the next `size` bytes as an expression. */
  #take(size: number): string {
    this.#run ??= { check: this.#lines.reserve(), size: 0 };
    const position = `p + ${this.#run.size}`;
    this.#run.size += size;
    this.#place = advance(this.#place, size);
    return position;
  }

  #closeRun(): void {
    if (this.#run === undefined) return;
    this.#run.check(`if (p + ${this.#run.size} > e) return refuse(t, o, e);`);
    this.#lines.add(`p += ${this.#run.size};`);
    this.#run = undefined;
  }
}

function load(base: Scalar, position: string): string {
  const { accessor, size } = SCALARS[base];
  if (accessor === 'Uint8') return `bytes[${position}]`;
  return `data.get${accessor}(${position}${size === 1 ? '' : ', true'})`;
}
