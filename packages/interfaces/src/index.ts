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
export { Message } from './message/message';
export type { InterfaceTypeInfo, MessageClass } from './message/message';
export type { RosMessageDef, RosTypeDef } from './message/ros-message-def';
export { messageClass } from './message/message-class';
export { actionClass, serviceClass } from './message/interface-classes';
export type { ActionClass, ActionImplementation, ServiceClass } from './message/interface-classes';
export { createMessage, createMessageObject, loadInterface } from './message/interface-loader';
export type { InterfaceClass, InterfaceObject, InterfacePackage, InterfaceReference } from './message/interface-loader';
// `export *`, because module augmentation (generated types of users' packages) reaches through nothing else.
export * from './generated/message-types';
export { shippedTypesFile, userTypesFile, type UserTypesOptions } from './generate/files';
export * from './codec/index';
export { renderInterface, type RenderOptions } from './render/render-interface';
export { definitionText } from './render/definition-text';
export { prototypeOf } from './render/prototype';
