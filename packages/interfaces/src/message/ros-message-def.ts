import type { FieldType, LiteralValue, MessageDescription } from '../model';
import { parseInterfaceName } from '../names';

/** rclnodejs's description of a field's type (its `ROSMessageDef`), which its users' tools read. */
export interface RosTypeDef {
  isArray: boolean;
  arraySize: number | null;
  isUpperBound: boolean;
  isDynamicArray: boolean;
  isFixedSizeArray: boolean;
  pkgName: string | null;
  type: string;
  stringUpperBound: number | null;
  isPrimitiveType: boolean;
}

/** rclnodejs's description of a message. */
export interface RosMessageDef {
  constants: { type: string; name: string; value: LiteralValue }[];
  fields: { name: string; type: RosTypeDef; default_value: LiteralValue | null }[];
  baseType: { pkgName: string; type: string; stringUpperBound: null; isPrimitiveType: boolean };
  msgName: string;
}

export function rosMessageDef(message: MessageDescription): RosMessageDef {
  const { package: pkg, name } = parseInterfaceName(message.name);
  return {
    constants: message.constants.map((constant) => ({
      type: constant.base,
      name: constant.name,
      value: constant.value,
    })),
    fields: message.fields.map((field) => ({
      name: field.name,
      type: typeDef(field.type),
      default_value: field.default ?? null,
    })),
    baseType: { pkgName: pkg, type: name, stringUpperBound: null, isPrimitiveType: false },
    msgName: name,
  };
}

function typeDef(type: FieldType): RosTypeDef {
  const { container } = type;
  const nested = type.nested === undefined ? undefined : parseInterfaceName(type.nested);
  return {
    isArray: container.kind !== 'single',
    arraySize:
      container.kind === 'array' ? container.length : (container.kind === 'sequence' && container.bound) || null,
    isUpperBound: container.kind === 'sequence' && container.bound !== undefined,
    isDynamicArray: container.kind === 'sequence',
    isFixedSizeArray: container.kind === 'array',
    pkgName: nested?.package ?? null,
    type: nested?.name ?? type.base,
    stringUpperBound: type.stringBound ?? null,
    isPrimitiveType: nested === undefined,
  };
}
