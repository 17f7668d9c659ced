import { createHash } from 'node:crypto';
import type { InterfaceRegistry } from '../registry/interface-registry';
import { typeDescription, type IndividualTypeDescription, type TypeDescription } from './type-description';

const PREFIX = 'RIHS01_';

const cache = new WeakMap<InterfaceRegistry, Map<string, string>>();

/**
 * The ROS Interface Hashing Standard's hash, version 1 (REP-2016), of a message, service, action or derived
 * structure: `RIHS01_` and 64 hexadecimal digits. Two systems with the same hash understand each other's bytes.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function typeHash(registry: InterfaceRegistry, name: string): string {
  const hashes = cache.get(registry) ?? new Map<string, string>();
  cache.set(registry, hashes);
  const known = hashes.get(name);
  if (known !== undefined) return known;
  const hash = hashTypeDescription(typeDescription(registry, name));
  hashes.set(name, hash);
  return hash;
}

/** Hashes a description, for instance one that another system sent. */
export function hashTypeDescription(description: TypeDescription): string {
  return PREFIX + createHash('sha256').update(canonicalJson(description)).digest('hex');
}

/** REP-2016's canonical form: this order of keys, one space after `:` and `,`, ASCII, no defaults. */
export function canonicalJson(description: TypeDescription): string {
  const referenced = description.referenced_type_descriptions.map(individualJson).join(', ');
  return (
    `{"type_description": ${individualJson(description.type_description)}, ` +
    `"referenced_type_descriptions": [${referenced}]}`
  );
}

function individualJson(type: IndividualTypeDescription): string {
  const fields = type.fields.map(
    (field) =>
      `{"name": ${JSON.stringify(field.name)}, "type": {"type_id": ${field.type.type_id}, ` +
      `"capacity": ${field.type.capacity}, "string_capacity": ${field.type.string_capacity}, ` +
      `"nested_type_name": ${JSON.stringify(field.type.nested_type_name)}}}`,
  );
  return `{"type_name": ${JSON.stringify(type.type_name)}, "fields": [${fields.join(', ')}]}`;
}
