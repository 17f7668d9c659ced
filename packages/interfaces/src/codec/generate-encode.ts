import { advance, align, BODY_START, type Place, placeKey } from './alignment';
import { defaultArray, defaultCount, EMPTY_MESSAGE, singleDefault } from './defaults';
import type { Refuse } from './generate-size';
import { putInt64, putUint64 } from './integers64';
import { loopHead, placeAfter, placeAfterField, placeAfterLoop } from './places';
import { type Alignment, SCALARS, type Scalar } from './primitives';
import { INLINE_LEAVES, Lines, readField, Source } from './source';
import { type Element, leadingAlignment, type Structure, type StructureField } from './structure';
import { writeString, writeWideString } from './text';
import { copyBytes, elementCount, typedArrayTag } from './typed-arrays';
import { isMessage } from './values';
import type { Views } from './views';

/**
 * Writes a message's body into `views` from byte `begin` on and returns the position behind it. Never writes at `end` or
 * behind it, whatever the message does meanwhile.
 */
export type EncodeFunction = (message: unknown, views: Views, begin: number, end: number) => number;

/** From this many elements on, one copy beats a loop over a typed array (measured). */
const COPY_FROM = 16;

/** Generates the encoder of a structure; `refuse` is called, and throws, where a value is not what its type says. */
export function generateEncode(structure: Structure, refuse: Refuse): EncodeFunction {
  const program = new EncodeProgram();
  const walk = program.functionFor(structure, BODY_START);
  program.source.addFunction(
    `function encode(m, t, begin, end) { if (!isMessage(m)) return refuse(m); return ${walk}(m, begin, begin, end, t, m); }`,
  );
  return program.source.compile(
    {
      copyBytes,
      elementCount,
      EMPTY: EMPTY_MESSAGE,
      isMessage,
      putInt64,
      putUint64,
      refuse,
      typedArrayTag,
      writeString,
      writeWideString,
    },
    'encode',
  ) as EncodeFunction;
}

class EncodeProgram {
  readonly source = new Source();
  readonly #functions = new Map<string, string>();

  functionFor(structure: Structure, start: Place): string {
    const key = `${structure.name}@${placeKey(start)}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const name = this.source.name('encode');
    this.#functions.set(key, name);
    // m message, p position, o where the body began (alignment counts from there), e end, t views, r the whole message.
    this.source.addFunction(
      `function ${name}(m, p, o, e, t, r) {\nconst data = t.data, bytes = t.bytes;\nlet q = 0;\n` +
        `${new EncodeBody(this, start).of(structure)}\nreturn p;\n}`,
    );
    return name;
  }
}

class EncodeBody {
  readonly #program: EncodeProgram;
  readonly #lines = new Lines();
  #place: Place;
  /** Fixed-size writes in a row: one check of the space before the first, one step of `p` behind the last. */
  #run: { readonly check: (line: string) => void; size: number } | undefined;

  constructor(program: EncodeProgram, start: Place) {
    this.#program = program;
    this.#place = start;
  }

  of(structure: Structure): string {
    this.#structure(structure, 'm');
    this.#closeRun();
    return this.#lines.toString();
  }

  #structure(structure: Structure, message: string): void {
    if (structure.fields.length === 0) this.#lines.add(`bytes[${this.#take(1)}] = 0;`);
    for (const field of structure.fields) this.#field(field, message);
  }

  #field(field: StructureField, message: string): void {
    const after = placeAfterField(field, this.#place);
    if (field.shape.kind === 'single') this.#single(field, message);
    else this.#elements(field, message);
    this.#place = after;
  }

  #single(field: StructureField, message: string): void {
    const { element } = field;
    const { source } = this.#program;
    const value = source.name();
    this.#lines.add(`let ${value} = ${readField(message, field.name)};`);
    if (element.kind === 'nested') {
      this.#lines.add(`if (${value} == null) ${value} = EMPTY; else if (${noMessage(value)}) return refuse(r);`);
      return this.#nested(element.structure, value);
    }
    const standIn = `if (${value} == null) ${value} = ${source.constant(singleDefault(field))};`;
    if (element.kind === 'scalar' && SCALARS[element.base].family !== 'bigint') {
      this.#lines.add(`if (${refused(element.base, value)}) { ${standIn} else return refuse(r); }`);
      return this.#scalar(element.base, value);
    }
    this.#lines.add(standIn);
    this.#checked(element, value);
  }

  /** Writes a value, refusing it unless it is one of the element's. */
  #checked(element: Element, value: string): void {
    if (element.kind === 'scalar') {
      if (SCALARS[element.base].family !== 'bigint')
        this.#lines.add(`if (${refused(element.base, value)}) return refuse(r);`);
      this.#scalar(element.base, value);
    } else if (element.kind === 'nested') {
      this.#lines.add(`if (${value} == null || (${noMessage(value)})) return refuse(r);`);
      this.#nested(element.structure, value);
    } else {
      this.#align(4);
      this.#closeRun();
      const write = element.kind === 'string' ? 'writeString' : 'writeWideString';
      this.#lines.add(`if (typeof ${value} !== 'string') return refuse(r);`);
      this.#lines.add(`p = ${write}(t, ${value}, p, e, ${element.bound}); if (p < 0) return refuse(r);`);
    }
  }

  #scalar(base: Scalar, value: string): void {
    const { size } = SCALARS[base];
    this.#align(size);
    this.#lines.add(store(base, this.#take(size), value));
  }

  #nested(structure: Structure, value: string): void {
    if (structure.leaves <= INLINE_LEAVES) return this.#structure(structure, value);
    this.#closeRun();
    this.#lines.add(`p = ${this.#program.functionFor(structure, this.#place)}(${value}, p, o, e, t, r);`);
    this.#place = placeAfter(structure, this.#place);
  }

  #elements(field: StructureField, message: string): void {
    const { element, shape } = field;
    const { source } = this.#program;
    const [values, count, missing] = [source.name(), source.name(), source.name()];
    const typedArray = element.kind === 'scalar' ? SCALARS[element.base].typedArray : undefined;
    this.#lines.add(`let ${values} = ${readField(message, field.name)}; const ${missing} = ${values} == null;`);
    const zeros = element.kind === 'scalar' && field.default === undefined;
    if (!zeros && element.kind !== 'nested') {
      this.#lines.add(`if (${missing}) ${values} = ${source.constant(defaultArray)}(${source.constant(field)});`);
    }
    const wanted = JSON.stringify(typedArray);
    this.#lines.add(`const ${count} = ${missing} ? ${defaultCount(field)} : elementCount(${values}, ${wanted});`);
    if (shape.kind === 'array') this.#lines.add(`if (${count} !== ${shape.length}) return refuse(r);`);
    else if (shape.kind === 'sequence') {
      this.#lines.add(`if (!(${count} >= 0 && ${count} <= ${shape.bound})) return refuse(r);`);
      this.#align(4);
      this.#lines.add(`data.setUint32(${this.#take(4)}, ${count}, true);`);
    }
    this.#closeRun();
    this.#lines.add(`if (${count} !== 0) {`);
    if (element.kind === 'scalar') this.#scalars(element.base, values, count, zeros ? missing : 'false');
    else this.#loop(element, values, count, missing);
    this.#lines.add('}');
  }

  /** One or more scalars: a typed array in one copy unless it is small, anything else one by one. */
  #scalars(base: Scalar, values: string, count: string, zeros: string): void {
    const { size, typedArray } = SCALARS[base];
    const { source } = this.#program;
    const [index, value] = [source.name(), source.name()];
    this.#align(size);
    this.#closeRun();
    this.#lines.add(`if (p + ${size} * ${count} > e) return refuse(r);`);
    this.#lines.add(`if (${zeros}) { bytes.fill(0, p, p + ${size} * ${count}); p += ${size} * ${count}; } else`);
    if (typedArray !== undefined) {
      this.#lines.add(`if (${count} >= ${COPY_FROM} && typedArrayTag(${values}) !== undefined) {`);
      this.#lines.add(`copyBytes(bytes, ${values}, p, ${size} * ${count}); p += ${size} * ${count}; } else`);
    }
    this.#lines.add(`for (let ${index} = 0; ${index} < ${count}; ${index}++, p += ${size}) {`);
    this.#lines.add(`const ${value} = ${values}[${index}];`);
    if (SCALARS[base].family !== 'bigint') this.#lines.add(`if (${refused(base, value)}) return refuse(r);`);
    this.#lines.add(`${store(base, 'p', value)} }`);
  }

  #loop(element: Element, values: string, count: string, missing: string): void {
    const { source } = this.#program;
    const [index, value] = [source.name(), source.name()];
    const after = placeAfterLoop(element, this.#place);
    const head = loopHead(element, this.#place);
    this.#align(leadingAlignment(element));
    this.#closeRun();
    this.#place = head;
    this.#lines.add(`for (let ${index} = 0; ${index} < ${count}; ${index}++) {`);
    const standIn = element.kind === 'nested' ? `${missing} ? EMPTY : ` : '';
    this.#lines.add(`const ${value} = ${standIn}${values}[${index}];`);
    this.#checked(element, value);
    this.#closeRun();
    this.#lines.add('}');
    this.#place = after;
  }

  /** Padding is written too: the memory may hold an older message. */
  #align(alignment: Alignment): void {
    const { padding, place } = align(this.#place, alignment);
    if (padding === undefined) {
      this.#closeRun();
      this.#lines.add(
        `q = p + ((o - p) & ${alignment - 1}); if (q > e) return refuse(r); while (p < q) bytes[p++] = 0;`,
      );
      this.#place = place;
      return;
    }
    let left = padding;
    for (const size of [4, 2, 1]) {
      for (; left >= size; left -= size) {
        const position = this.#take(size);
        this.#lines.add(size === 1 ? `bytes[${position}] = 0;` : `data.setUint${8 * size}(${position}, 0);`);
      }
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
    this.#run.check(`if (p + ${this.#run.size} > e) return refuse(r);`);
    this.#lines.add(`p += ${this.#run.size};`);
    this.#run = undefined;
  }
}

/** A condition that is true when a value (not null) is no message; a plain object, the usual case, is known at a glance. */
function noMessage(value: string): string {
  return `${value}.constructor !== Object && !isMessage(${value})`;
}

/** A condition that is true when `value` is no scalar of this type. */
function refused(base: Scalar, value: string): string {
  const { family, accessor, minimum } = SCALARS[base];
  if (family === 'boolean') return `typeof ${value} !== 'boolean'`;
  if (family === 'float') return `typeof ${value} !== 'number'`;
  const bits = Number(/\d+/.exec(accessor)![0]);
  const wrapped = bits === 32 ? value : `${value} << ${32 - bits}`;
  const narrowed = minimum === 0 ? `${wrapped} >>> ${32 - bits}` : `${wrapped} >> ${32 - bits}`;
  return `typeof ${value} !== 'number' || (${narrowed}) !== ${value}`;
}

/** A statement that writes `value`; 64-bit integers are checked on the way. */
function store(base: Scalar, position: string, value: string): string {
  const { accessor, family, size } = SCALARS[base];
  if (family === 'boolean') return `bytes[${position}] = ${value} ? 1 : 0;`;
  if (family === 'bigint')
    return `if (!put${accessor.replace('Big', '')}(data, ${position}, ${value})) return refuse(r);`;
  if (size === 1) return `bytes[${position}] = ${value};`;
  return `data.set${accessor}(${position}, ${value}, true);`;
}
