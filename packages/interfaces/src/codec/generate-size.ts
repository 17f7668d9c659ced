import { advance, align, BODY_START, type Place, placeKey } from './alignment';
import { defaultArray, defaultCount, EMPTY_MESSAGE, singleDefault } from './defaults';
import { fixedElementsSize, fixedSize } from './fixed-size';
import { loopHead, placeAfter, placeAfterField, placeAfterLoop } from './places';
import { type Alignment, SCALARS } from './primitives';
import { INLINE_LEAVES, Lines, readField, Source } from './source';
import { type Element, elementIsFixed, leadingAlignment, type Structure, type StructureField } from './structure';
import { utf8Length } from './text';
import { elementCount } from './typed-arrays';

/** Size of a message's body, without the encapsulation header. */
export type SizeFunction = (message: unknown) => number;

/** Throws what is wrong with a message that the fast code would not take. */
export type Refuse = (message: unknown) => never;

/**
 * Generates the size walk of a structure.
 *
 * It looks at nothing but what decides the size: lengths and strings. A structure of fixed size is not looked at at all.
 * Values are the encoder's to check.
 */
export function generateSize(structure: Structure, refuse: Refuse): SizeFunction {
  if (structure.fixed) {
    const size = fixedSize(structure, BODY_START);
    return () => size;
  }
  const program = new SizeProgram();
  const walk = program.functionFor(structure, BODY_START);
  program.source.addFunction(
    `function size(m) { if (typeof m !== 'object' || m === null) return refuse(m); return ${walk}(m, 0, m); }`,
  );
  const environment = { elementCount, utf8Length, EMPTY: EMPTY_MESSAGE, refuse };
  return program.source.compile(environment, 'size') as SizeFunction;
}

/** The functions of one size walk: the root's, and one for each larger nested structure and start place. */
class SizeProgram {
  readonly source = new Source();
  readonly #functions = new Map<string, string>();

  functionFor(structure: Structure, start: Place): string {
    const key = `${structure.name}@${placeKey(start)}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const name = this.source.name('size');
    this.#functions.set(key, name);
    // p: position from the start of the body; r: the whole message, for refuse.
    this.source.addFunction(`function ${name}(m, p, r) {\n${new SizeBody(this, start).of(structure)}\nreturn p;\n}`);
    return name;
  }
}

class SizeBody {
  readonly #program: SizeProgram;
  readonly #lines = new Lines();
  #place: Place;
  /** Bytes known by now that `p` does not contain yet. */
  #pending = 0;

  constructor(program: SizeProgram, start: Place) {
    this.#program = program;
    this.#place = start;
  }

  of(structure: Structure): string {
    this.#structure(structure, 'm');
    this.#flush();
    return this.#lines.toString();
  }

  #structure(structure: Structure, message: string): void {
    if (structure.fixed) return this.#fixed({ kind: 'nested', structure }, 1);
    for (const field of structure.fields) this.#field(field, message);
  }

  #field(field: StructureField, message: string): void {
    const { element, shape } = field;
    const after = placeAfterField(field, this.#place);
    if (shape.kind === 'sequence') this.#sequence(field, message);
    else if (elementIsFixed(element)) return this.#fixed(element, shape.kind === 'array' ? shape.length : 1);
    else if (shape.kind === 'array') this.#array(field, shape.length, message);
    else this.#single(field, message);
    this.#place = after;
  }

  /** Elements of fixed size: nothing to look at. */
  #fixed(element: Element, count: number): void {
    if (element.kind === 'scalar') {
      this.#align(SCALARS[element.base].size);
      return this.#add(SCALARS[element.base].size * count);
    }
    if (element.kind !== 'nested') return;
    const { structure } = element;
    if (this.#place.modulus >= structure.alignment) return this.#add(fixedElementsSize(element, count, this.#place));
    for (const field of structure.fields) this.#field(field, '');
    if (count > 1) this.#add(fixedSize(structure, this.#place) * (count - 1));
  }

  #single(field: StructureField, message: string): void {
    const { element } = field;
    const value = this.#program.source.name();
    this.#lines.add(`let ${value} = ${readField(message, field.name)};`);
    if (element.kind === 'nested') {
      this.#lines.add(
        `if (${value} == null) ${value} = EMPTY; else if (typeof ${value} !== 'object') return refuse(r);`,
      );
      return this.#nested(element.structure, value);
    }
    const fallback = this.#program.source.constant(singleDefault(field));
    this.#lines.add(
      `if (typeof ${value} !== 'string') { if (${value} == null) ${value} = ${fallback}; else return refuse(r); }`,
    );
    this.#string(element, value);
  }

  #string(element: Element, value: string): void {
    this.#align(4);
    this.#add(element.kind === 'string' ? 5 : 4);
    this.#flush();
    this.#lines.add(element.kind === 'string' ? `p += utf8Length(${value});` : `p += 4 * ${value}.length;`);
  }

  #nested(structure: Structure, value: string): void {
    if (structure.leaves <= INLINE_LEAVES) return this.#structure(structure, value);
    this.#flush();
    this.#lines.add(`p = ${this.#program.functionFor(structure, this.#place)}(${value}, p, r);`);
    this.#place = placeAfter(structure, this.#place);
  }

  #sequence(field: StructureField, message: string): void {
    const { element } = field;
    const [values, count] = this.#values(field, message);
    this.#align(4);
    this.#add(4);
    this.#flush();
    this.#lines.add(`if (${count} !== 0) {`);
    if (elementIsFixed(element)) this.#run(element, count);
    else this.#loop(element, values, count);
    this.#lines.add('}');
  }

  #array(field: StructureField, length: number, message: string): void {
    const [values, count] = this.#values(field, message);
    this.#lines.add(`if (${count} !== ${length}) return refuse(r);`);
    this.#flush();
    this.#loop(field.element, values, count);
  }

  /** Reads an array or a sequence field: names of the variables that hold it and its number of elements. */
  #values(field: StructureField, message: string): [values: string, count: string] {
    const { element, shape } = field;
    const { source } = this.#program;
    const values = source.name();
    const count = source.name();
    const typedArray = element.kind === 'scalar' ? SCALARS[element.base].typedArray : undefined;
    const bound = shape.kind === 'sequence' ? shape.bound : defaultCount(field);
    this.#lines.add(`let ${values} = ${readField(message, field.name)}, ${count};`);
    const standIn = elementIsFixed(element)
      ? ''
      : `${values} = ${source.constant(defaultArray)}(${source.constant(field)}); `;
    this.#lines.add(`if (${values} == null) { ${standIn}${count} = ${defaultCount(field)}; }`);
    this.#lines.add(`else { ${count} = elementCount(${values}, ${JSON.stringify(typedArray)});`);
    this.#lines.add(`if (!(${count} >= 0 && ${count} <= ${bound})) return refuse(r); }`);
    return [values, count];
  }

  /** `count` (one or more) elements of fixed size, known only when running. */
  #run(element: Element, count: string): void {
    if (element.kind === 'scalar') {
      const { size } = SCALARS[element.base];
      this.#align(size);
      this.#flush();
      this.#lines.add(`p += ${size} * ${count};`);
    } else if (element.kind === 'nested') {
      this.#fixed(element, 1);
      this.#flush();
      this.#lines.add(`p += ${fixedSize(element.structure, this.#place)} * (${count} - 1);`);
    }
  }

  #loop(element: Element, values: string, count: string): void {
    const after = placeAfterLoop(element, this.#place);
    const head = loopHead(element, this.#place);
    this.#align(leadingAlignment(element));
    this.#flush();
    this.#place = head;
    const index = this.#program.source.name();
    const value = this.#program.source.name();
    this.#lines.add(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    this.#lines.add(`let ${value} = ${values}[${index}];`);
    if (element.kind === 'nested') {
      this.#lines.add(
        `if (${value} == null) ${value} = EMPTY; else if (typeof ${value} !== 'object') return refuse(r);`,
      );
      this.#nested(element.structure, value);
    } else {
      this.#lines.add(`if (typeof ${value} !== 'string') return refuse(r);`);
      this.#string(element, value);
    }
    this.#flush();
    this.#lines.add('}');
    this.#place = after;
  }

  #align(alignment: Alignment): void {
    const { padding, place } = align(this.#place, alignment);
    if (padding === undefined) {
      this.#flush();
      this.#lines.add(`p += -p & ${alignment - 1};`);
    } else {
      this.#pending += padding;
    }
    this.#place = place;
  }

  #add(bytes: number): void {
    this.#pending += bytes;
    this.#place = advance(this.#place, bytes);
  }

  #flush(): void {
    if (this.#pending > 0) this.#lines.add(`p += ${this.#pending};`);
    this.#pending = 0;
  }
}
