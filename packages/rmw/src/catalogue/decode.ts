import { DurabilityPolicy, HistoryPolicy, LivelinessPolicy, ReliabilityPolicy } from '../qos/policies';
import { type QosProfile } from '../qos/profile';
import { type Catalogue, type CatalogueEndpoint, type CatalogueNode } from './catalogue';
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

/** Why bytes are not a catalogue. Never leaves the package: it becomes a warning, and the context is shown as unreadable. */
export class CatalogueError extends Error {}

/**
 * Reads a catalogue that another process wrote. Whatever the bytes are, time and memory are bounded by their number.
 *
 * @throws CatalogueError
 */
export function decodeCatalogue(bytes: Uint8Array): Catalogue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = readHeader(view);
  const nodesAt = counts.headerBytes;
  const typesAt = nodesAt + counts.nodes * NODE_BYTES;
  const profilesAt = typesAt + counts.types * TYPE_BYTES;
  const endpointsAt = profilesAt + counts.profiles * PROFILE_BYTES;
  const textAt = endpointsAt + counts.endpoints * ENDPOINT_BYTES;
  expect(
    textAt + counts.text === bytes.byteLength,
    () => `expected ${textAt + counts.text} bytes, got ${bytes.byteLength}`,
  );

  const text = readText(bytes, textAt);
  const nodes = table(counts.nodes, (index) => readNode(view, nodesAt + index * NODE_BYTES, text));
  const types = table(counts.types, (index) => {
    const at = typesAt + index * TYPE_BYTES;
    return { name: readRef(view, at, text), hash: readRef(view, at + 8, text) };
  });
  const profiles = table(counts.profiles, (index) => readProfile(view, profilesAt + index * PROFILE_BYTES));
  // A large graph has thousands of these, and a command reads them once, before anything is compiled: no closures here.
  const endpoints: CatalogueEndpoint[] = [];
  for (let at = endpointsAt; at < textAt; at += ENDPOINT_BYTES) {
    const node = view.getUint32(at + 8, true);
    if (node >= nodes.length) throw new CatalogueError(`an endpoint names node ${node} of ${nodes.length}`);
    const type = pick(types, view.getUint32(at + 12, true), 'type');
    endpoints.push({
      entity: readEntity(view, at),
      kind: readKind(view, at + 4),
      node,
      name: readRef(view, at + 20, text),
      type: type.name,
      typeHash: type.hash,
      qos: pick(profiles, view.getUint32(at + 16, true), 'profile'),
    });
  }
  return { nodes, endpoints };
}

function readHeader(view: DataView) {
  expect(view.byteLength >= HEADER_BYTES, () => `expected at least ${HEADER_BYTES} bytes, got ${view.byteLength}`);
  expect(
    view.getUint32(0, true) === MAGIC,
    () => `expected the mark "RCAT", got 0x${view.getUint32(0, true).toString(16)}`,
  );
  const version = view.getUint16(4, true);
  expect(version === VERSION, () => `expected catalogue version ${VERSION}, got ${version}: another version of Roslet`);
  const headerBytes = view.getUint16(6, true);
  expect(headerBytes >= HEADER_BYTES, () => `expected a header of ${HEADER_BYTES} bytes or more, got ${headerBytes}`);
  return {
    headerBytes,
    nodes: view.getUint32(8, true),
    types: view.getUint32(12, true),
    profiles: view.getUint32(16, true),
    endpoints: view.getUint32(20, true),
    text: view.getUint32(24, true),
  };
}

/** Printable ASCII only: names end up on terminals. */
function readText(bytes: Uint8Array, at: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at).toString('latin1');
  expect(!/[^\x21-\x7e]/.test(text), () => 'expected names of printable ASCII characters');
  return text;
}

function readRef(view: DataView, at: number, text: string): string {
  const offset = view.getUint32(at, true);
  const length = view.getUint32(at + 4, true);
  if (offset + length > text.length) {
    throw new CatalogueError(`a name at ${offset} of ${length} bytes lies outside the ${text.length} of text`);
  }
  return text.slice(offset, offset + length);
}

function readNode(view: DataView, at: number, text: string): CatalogueNode {
  return {
    name: readRef(view, at, text),
    namespace: readRef(view, at + 8, text),
    enclave: readRef(view, at + 16, text),
  };
}

function readEntity(view: DataView, at: number): number {
  const entity = view.getUint32(at, true);
  if (entity === 0) throw new CatalogueError('expected entity numbers from 1, got 0');
  return entity;
}

function readKind(view: DataView, at: number): CatalogueEndpoint['kind'] {
  const number = view.getUint32(at, true);
  const kind = KINDS[number];
  if (kind === undefined || kind === '')
    throw new CatalogueError(`expected a kind of endpoint from 1 to 4, got ${number}`);
  return kind;
}

function readProfile(view: DataView, at: number): QosProfile {
  return Object.freeze({
    history: policy(HISTORY, view.getUint8(at), 'history'),
    reliability: policy(RELIABILITY, view.getUint8(at + 1), 'reliability'),
    durability: policy(DURABILITY, view.getUint8(at + 2), 'durability'),
    liveliness: policy(LIVELINESS, view.getUint8(at + 3), 'liveliness'),
    depth: view.getUint32(at + 4, true),
    deadline: view.getBigUint64(at + 8, true),
    lifespan: view.getBigUint64(at + 16, true),
    livelinessLeaseDuration: view.getBigUint64(at + 24, true),
    avoidRosNamespaceConventions: (view.getUint32(at + 32, true) & AVOID_ROS_CONVENTIONS) !== 0,
  });
}

const HISTORY = Object.values(HistoryPolicy);
const RELIABILITY = Object.values(ReliabilityPolicy);
const DURABILITY = Object.values(DurabilityPolicy);
const LIVELINESS = Object.values(LivelinessPolicy);

function policy<Value extends number>(values: readonly Value[], value: number, name: string): Value {
  if (values.includes(value as Value)) return value as Value;
  throw new CatalogueError(`expected a known ${name} policy, got ${value}`);
}

function table<Row>(count: number, read: (index: number) => Row): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < count; index++) rows.push(read(index));
  return rows;
}

function pick<Row>(rows: readonly Row[], index: number, what: string): Row {
  const row = rows[index];
  if (row === undefined) throw new CatalogueError(`an endpoint names ${what} ${index} of ${rows.length}`);
  return row;
}

function expect(holds: boolean, problem: () => string): void {
  if (!holds) throw new CatalogueError(problem());
}
