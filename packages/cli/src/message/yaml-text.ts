import type { FieldType, MessageDescription, Resolve } from '@roslet/interfaces';
import { isString, yamlScalar, yamlString } from './scalar-text';
import { arrayDescription, type Shortening, shortString, shownCount } from './shorten';

type Message = Readonly<Record<string, unknown>>;

/** Writes messages as the YAML that `ros2 topic echo` prints. */
export class YamlText {
  readonly #resolve: Resolve;
  readonly #shortening: Shortening;

  constructor(resolve: Resolve, shortening: Shortening = {}) {
    this.#resolve = resolve;
    this.#shortening = shortening;
  }

  /** Block style, with a line break at the end. */
  block(type: FieldType, value: unknown): string {
    const text = this.#block(type, value, '');
    // What stands alone needs no place to stand behind.
    return `${text.replace(/^[ \n]/, '')}\n`;
  }

  /** Flow style, in one line: `{sec: 1, nanosec: 0}`. */
  flow(type: FieldType, value: unknown): string {
    if (type.container.kind !== 'single') return this.#flowArray(type, value as ArrayLike<unknown>);
    if (type.nested === undefined) return this.#scalar(type, value);
    const message = value as Message;
    const fields = this.#resolve(type.nested).fields;
    return `{${fields.map((field) => `${field.name}: ${this.flow(field.type, message[field.name])}`).join(', ')}}`;
  }

  /** What stands behind `name:`, with the space or line break between. */
  #block(type: FieldType, value: unknown, indent: string): string {
    if (type.container.kind !== 'single') return this.#blockArray(type, value as ArrayLike<unknown>, indent);
    if (type.nested === undefined) return ` ${this.#scalar(type, value)}`;
    const description = this.#resolve(type.nested);
    if (description.fields.length === 0) return ' {}';
    return `\n${this.#fields(description, value as Message, indent).join('\n')}`;
  }

  #fields(description: MessageDescription, message: Message, indent: string): string[] {
    return description.fields.map(
      ({ name, type }) => `${indent}${name}:${this.#block(type, message[name], inner(type, indent))}`,
    );
  }

  #blockArray(type: FieldType, values: ArrayLike<unknown>, indent: string): string {
    if (this.#shortening.noArrays) return ` ${yamlString(arrayDescription(type, values.length))}`;
    if (values.length === 0) return ' []';
    const element = single(type);
    const lines: string[] = [];
    for (let index = 0; index < shownCount(values.length, this.#shortening); index++) {
      const text = this.#block(element, values[index], `${indent}  `);
      // A nested message's first field stands behind the dash.
      lines.push(`${indent}- ${text.replace(/^ |^\n */, '')}`);
    }
    if (lines.length < values.length) lines.push(`${indent}- '...'`);
    return `\n${lines.join('\n')}`;
  }

  #flowArray(type: FieldType, values: ArrayLike<unknown>): string {
    if (this.#shortening.noArrays) return yamlString(arrayDescription(type, values.length));
    const element = single(type);
    const count = shownCount(values.length, this.#shortening);
    const parts = Array.from({ length: count }, (_none, index) => this.flow(element, values[index]));
    if (count < values.length) parts.push("'...'");
    return `[${parts.join(', ')}]`;
  }

  #scalar({ base }: FieldType, value: unknown): string {
    return isString(base) ? yamlString(shortString(value as string, this.#shortening)) : yamlScalar(base, value);
  }
}

/** The type of an array's element. */
export function single(type: FieldType): FieldType {
  return { ...type, container: { kind: 'single' } };
}

/** The type of a whole message. */
export function messageType(name: string): FieldType {
  return { base: 'nested', nested: name, container: { kind: 'single' } };
}

/** PyYAML does not indent a list below its key. */
function inner(type: FieldType, indent: string): string {
  return type.container.kind === 'single' ? `${indent}  ` : indent;
}
