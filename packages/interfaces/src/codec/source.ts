/**
 * Generated JavaScript under construction: whole functions, and the values they refer to.
 *
 * Texts that reach the code are field names (checked to be identifiers), numbers, and names from our own tables; every
 * other value goes in by reference through `constant`.
 */
export class Source {
  readonly #functions: string[] = [];
  readonly #constants: unknown[] = [];
  #names = 0;

  addFunction(text: string): void {
    this.#functions.push(text);
  }

  /** A name no other variable or function of this source has. */
  name(prefix = 'v'): string {
    return `${prefix}${this.#names++}`;
  }

  constant(value: unknown): string {
    return `k${this.#constants.push(value) - 1}`;
  }

  /** Compiles the functions and evaluates `expression` with `environment` and the constants in scope. */
  compile(environment: Readonly<Record<string, unknown>>, expression: string): unknown {
    const constants = Object.fromEntries(this.#constants.map((value, index) => [`k${index}`, value]));
    const scope = { ...environment, ...constants };
    const body = `'use strict';\n${this.#functions.join('\n')}\nreturn ${expression};`;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the one purpose of this file
    const factory = new Function(...Object.keys(scope), body) as (...values: unknown[]) => unknown;
    return factory(...Object.values(scope));
  }
}

/** The lines of one function body. */
export class Lines {
  readonly #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line);
  }

  /** Reserves a line whose text is known only later. */
  reserve(): (line: string) => void {
    const index = this.#lines.push('') - 1;
    return (line) => {
      this.#lines[index] = line;
    };
  }

  toString(): string {
    return this.#lines.filter((line) => line !== '').join('\n');
  }
}

/** Whether this process may compile code (`--disallow-code-generation-from-strings` and some embedders forbid it). */
export function mayGenerateCode(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- see Source.compile
    return (new Function('return true') as () => boolean)();
  } catch {
    return false;
  }
}

/** Structures with more members than this become functions of their own instead of being unfolded where they are used. */
export const INLINE_LEAVES = 24;

/**
 * An expression that reads a field. No field can hold a function, so one found under a name that every object inherits
 * (`constructor`) is a field left out.
 */
export function readField(object: string, name: string): string {
  if (!(name in Object.prototype)) return `${object}.${name}`;
  return `(typeof ${object}.${name} === 'function' ? undefined : ${object}.${name})`;
}
