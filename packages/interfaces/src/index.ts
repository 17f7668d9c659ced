export * from './model';
export * from './errors';
export { INTERFACE_KINDS, parseInterfaceName, formatInterfaceName } from './names';
export type { InterfaceKind, InterfaceName, LooseInterfaceName } from './names';
export { InterfaceRegistry, type ListFilter } from './registry/interface-registry';
export type { InterfaceRegistryOptions } from './registry/options';
export type { InterfaceSource } from './registry/parsed-interface';
export { defaultRegistry } from './registry/default-registry';
export { parseMessage, parseService, parseAction, type ParseOptions } from './parse/interface-file';
export { typeHash, hashTypeDescription } from './type-hash/rihs';
export { typeDescription } from './type-hash/type-description';
export type {
  FieldDescription,
  FieldTypeDescription,
  IndividualTypeDescription,
  TypeDescription,
} from './type-hash/type-description';
