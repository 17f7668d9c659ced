import type { FieldType, MessageDescription, Resolve } from '@roslet/interfaces';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { nearMiss } from '../domain/near-miss';
import { UsageError } from '../errors';
import { isFloat, isString } from './scalar-text';
import { single } from './yaml-text';

export interface FilledMessage {
  readonly message: Record<string, unknown>;
  /** Sets the times that were given as `now` or `auto` to this moment; call it before each use. */
  readonly stamp: () => void;
}

type Time = { sec: number; nanosec: number };

const HEADER = 'std_msgs/msg/Header';
const TIME = 'builtin_interfaces/msg/Time';

/**
 * A message from YAML 1.1, as `ros2` takes it: `yes` and `on` are true, `{header: auto}` and `{stamp: now}` are the time of publishing.
 * Ranges and lengths are the codec's to check.
 *
 * @throws UsageError saying which field is wrong
 */
export function messageFromYaml(resolve: Resolve, typeName: string, text: string): FilledMessage {
  const document = parse(text);
  const reader = new ValueReader(resolve, document);
  const message = document.contents === null ? {} : reader.message(resolve(typeName), document.contents, '');
  return {
    message,
    stamp: () => {
      if (reader.times.length === 0) return;
      const now = Date.now();
      for (const time of reader.times) {
        time.sec = Math.floor(now / 1000);
        time.nanosec = (now % 1000) * 1_000_000;
      }
    },
  };
}

function parse(text: string): Document<Node> {
  const document = parseDocument(text, { version: '1.1', intAsBigInt: true, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return document;
  throw new UsageError(`expected the values as YAML such as "{data: hello}", but ${error.message} in: ${text}`);
}

class ValueReader {
  readonly times: Time[] = [];
  readonly #resolve: Resolve;
  readonly #document: Document<Node>;

  constructor(resolve: Resolve, document: Document<Node>) {
    this.#resolve = resolve;
    this.#document = document;
  }

  message(description: MessageDescription, node: Node, path: string): Record<string, unknown> {
    const target = this.#target(node);
    const now = isScalar(target) ? this.#moment(description.name, target.value) : undefined;
    if (now !== undefined) return now;
    if (isScalar(target) && target.value === null) return {};
    if (!isMap(target)) throw wrong(path, `a mapping with fields of ${description.name}`, target);
    return Object.fromEntries(entriesOf(target).map(([name, value]) => this.#field(description, name, value, path)));
  }

  #field(description: MessageDescription, name: string, node: Node, path: string): [string, unknown] {
    const field = description.fields.find((each) => each.name === name);
    const place = path === '' ? name : `${path}.${name}`;
    if (field !== undefined) return [name, this.#value(field.type, node, place)];
    const known = description.fields.map((each) => each.name);
    throw new UsageError(
      `${description.name} has no field '${name}'${nearMiss(name, known) || `; it has ${known.join(', ') || 'none'}`}`,
    );
  }

  #value(type: FieldType, node: Node, path: string): unknown {
    const target = this.#target(node);
    if (type.container.kind !== 'single') return this.#array(type, target, path);
    if (type.nested !== undefined) return this.message(this.#resolve(type.nested), target, path);
    if (!isScalar(target)) throw wrong(path, `a ${type.base}`, target);
    if (target.value === null) return undefined;
    return scalar(type, target, path);
  }

  #array(type: FieldType, node: Node, path: string): unknown {
    if (isScalar(node) && node.value === null) return undefined;
    // `!!binary` text is bytes already.
    if (isScalar(node) && ArrayBuffer.isView(node.value)) return node.value;
    if (!isSeq(node)) throw wrong(path, `a list of ${type.nested ?? type.base}`, node);
    const element = single(type);
    return (node.items as Node[]).map((item, index) => this.#value(element, item, `${path}[${index}]`));
  }

  /** The time that `now` or `auto` stands for, which is filled in later. */
  #moment(typeName: string, word: unknown): Record<string, unknown> | undefined {
    if (typeName === HEADER && word === 'auto') return { stamp: this.#time() };
    return typeName === TIME && word === 'now' ? this.#time() : undefined;
  }

  #time(): Time {
    const time = { sec: 0, nanosec: 0 };
    this.times.push(time);
    return time;
  }

  #target(node: Node): Node {
    return isAlias(node) ? ((node.resolve(this.#document) as Node | undefined) ?? node) : node;
  }
}

/** Names are taken as they are typed: in YAML 1.1, `y` alone would be true. */
function entriesOf(map: YAMLMap): [string, Node][] {
  return map.items.map(({ key, value }) => [String(isScalar(key) ? (key.source ?? key.value) : key), value as Node]);
}

function scalar({ base }: FieldType, node: Scalar, path: string): unknown {
  const { value } = node;
  // `{data: 007}` is a text for a string field, as it is typed.
  if (isString(base)) return typeof value === 'string' ? value : (node.source ?? String(value));
  if (base === 'bool') return truth(value, node, path);
  if (isFloat(base)) {
    const number = Number(value);
    if (typeof value !== 'boolean' && value !== '' && (!Number.isNaN(number) || Number.isNaN(value))) return number;
    throw wrong(path, `a number (${base})`, node);
  }
  return integer(base, value, node, path);
}

function truth(value: unknown, node: Scalar, path: string): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 0n || value === 1n) return value === 1n;
  throw wrong(path, 'true or false', node);
}

/** 64-bit fields take bigints, the others numbers. */
function integer(base: FieldType['base'], value: unknown, node: Scalar, path: string): number | bigint {
  const whole =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
      ? BigInt(value)
      : typeof value === 'string' && /^[+-]?\d+$/.test(value)
        ? BigInt(value.replace('+', ''))
        : undefined;
  if (whole === undefined) throw wrong(path, `a whole number (${base})`, node);
  return base === 'int64' || base === 'uint64' ? whole : Number(whole);
}

function wrong(path: string, expected: string, node: Node): UsageError {
  const got = isScalar(node) ? `'${node.source ?? String(node.value)}'` : isSeq(node) ? 'a list' : 'a mapping';
  return new UsageError(
    path === ''
      ? `expected ${expected}, such as "{data: hello}", got ${got}`
      : `${path}: expected ${expected}, got ${got}`,
  );
}
