import { type QosProfile } from '../qos/profile';
import { type Catalogue } from './catalogue';
import {
  AVOID_ROS_CONVENTIONS,
  ENDPOINT_BYTES,
  HEADER_BYTES,
  KINDS,
  MAGIC,
  NODE_BYTES,
  PROFILE_BYTES,
  TYPE_BYTES,
  VERSION,
} from './layout';

/** The bytes of a catalogue (see `layout.ts`). Names are trusted: endpoints and nodes validated theirs. */
export function encodeCatalogue(catalogue: Catalogue): Uint8Array {
  const text = new Text();
  const types = new Table<{ name: string; hash: string }>();
  const profiles = new Table<QosProfile>();
  const nodes = catalogue.nodes.map((node) => [text.ref(node.name), text.ref(node.namespace), text.ref(node.enclave)]);
  const endpoints = catalogue.endpoints.map((endpoint) => ({
    endpoint,
    name: text.ref(endpoint.name),
    type: types.index(`${endpoint.type} ${endpoint.typeHash}`, { name: endpoint.type, hash: endpoint.typeHash }),
    profile: profiles.index(profileKey(endpoint.qos), endpoint.qos),
  }));
  const typeRefs = types.rows.map((type) => [text.ref(type.name), text.ref(type.hash)]);

  const textAt =
    HEADER_BYTES +
    nodes.length * NODE_BYTES +
    types.rows.length * TYPE_BYTES +
    profiles.rows.length * PROFILE_BYTES +
    endpoints.length * ENDPOINT_BYTES;
  const out = new Writer(textAt + text.bytes);
  out.u32(MAGIC);
  out.u32(VERSION | (HEADER_BYTES << 16));
  for (const count of [nodes.length, types.rows.length, profiles.rows.length, endpoints.length, text.bytes, 0])
    out.u32(count);
  for (const ref of [...nodes, ...typeRefs].flat()) out.ref(ref);
  for (const profile of profiles.rows) writeProfile(out, profile);
  for (const { endpoint, name, type, profile } of endpoints) {
    out.u32(endpoint.entity);
    out.u32(KINDS.indexOf(endpoint.kind));
    out.u32(endpoint.node);
    out.u32(type);
    out.u32(profile);
    out.ref(name);
  }
  out.text(text.joined());
  return out.bytes;
}

function writeProfile(out: Writer, qos: QosProfile): void {
  out.u32(qos.history | (qos.reliability << 8) | (qos.durability << 16) | (qos.liveliness << 24));
  out.u32(qos.depth);
  out.u64(qos.deadline);
  out.u64(qos.lifespan);
  out.u64(qos.livelinessLeaseDuration);
  out.u32(qos.avoidRosNamespaceConventions ? AVOID_ROS_CONVENTIONS : 0);
}

function profileKey(qos: QosProfile): string {
  return [
    qos.history,
    qos.depth,
    qos.reliability,
    qos.durability,
    qos.liveliness,
    qos.deadline,
    qos.lifespan,
    qos.livelinessLeaseDuration,
    qos.avoidRosNamespaceConventions,
  ].join();
}

interface Ref {
  readonly offset: number;
  readonly length: number;
}

/** The text section: each different string once. */
class Text {
  readonly #refs = new Map<string, Ref>();
  bytes = 0;

  ref(text: string): Ref {
    let ref = this.#refs.get(text);
    if (ref === undefined) {
      ref = { offset: this.bytes, length: text.length };
      this.#refs.set(text, ref);
      this.bytes += text.length;
    }
    return ref;
  }

  joined(): string {
    return [...this.#refs.keys()].join('');
  }
}

/** Rows that endpoints share, each different one once. */
class Table<Row> {
  readonly #indices = new Map<string, number>();
  readonly rows: Row[] = [];

  index(key: string, row: Row): number {
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.rows.push(row) - 1;
      this.#indices.set(key, index);
    }
    return index;
  }
}

class Writer {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value >>> 0, true);
    this.#at += 4;
  }

  u64(value: bigint): void {
    this.#view.setBigUint64(this.#at, value, true);
    this.#at += 8;
  }

  ref(ref: Ref): void {
    this.u32(ref.offset);
    this.u32(ref.length);
  }

  text(ascii: string): void {
    for (let index = 0; index < ascii.length; index++) this.bytes[this.#at++] = ascii.charCodeAt(index);
  }
}
