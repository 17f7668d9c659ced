import type {
  ActionDescription,
  Field,
  FieldType,
  LiteralValue,
  MessageDescription,
  Primitive,
  ServiceDescription,
} from '../model';
import { parseInterfaceName, splitDerivedName } from '../names';
import type { InterfaceRegistry } from '../registry/interface-registry';

/** type_description_interfaces/msg/FieldType as plain data. */
export interface FieldTypeDescription {
  type_id: number;
  /** Length of an array or bound of a sequence; otherwise 0. */
  capacity: bigint;
  /** Bound of a bounded string; otherwise 0. */
  string_capacity: bigint;
  nested_type_name: string;
}

/** type_description_interfaces/msg/Field as plain data. */
export interface FieldDescription {
  name: string;
  type: FieldTypeDescription;
  default_value: string;
}

/** type_description_interfaces/msg/IndividualTypeDescription as plain data. */
export interface IndividualTypeDescription {
  type_name: string;
  fields: FieldDescription[];
}

/** type_description_interfaces/msg/TypeDescription as plain data. */
export interface TypeDescription {
  type_description: IndividualTypeDescription;
  /** Every type nested in it at any depth, sorted by name. */
  referenced_type_descriptions: IndividualTypeDescription[];
}

/** FIELD_TYPE_* of type_description_interfaces/msg/FieldType, for single values. ROS 2 sees `char` as uint8. */
const TYPE_IDS: Record<Primitive | 'nested', number> = {
  nested: 1,
  int8: 2,
  uint8: 3,
  char: 3,
  int16: 4,
  uint16: 5,
  int32: 6,
  uint32: 7,
  int64: 8,
  uint64: 9,
  float32: 10,
  float64: 11,
  bool: 15,
  byte: 16,
  string: 17,
  wstring: 18,
};
const BOUNDED_STRING_ID = 21;
const BOUNDED_WSTRING_ID = 22;

/** Added to the id of the element type. */
const ARRAY_OFFSET = 48;
const BOUNDED_SEQUENCE_OFFSET = 96;
const UNBOUNDED_SEQUENCE_OFFSET = 144;

/**
 * The member rosidl gives to a structure that has none, because IDL and C structures need one. It is part of
 * the type's hash and, as one byte, of its serialized form.
 */
const PLACEHOLDER: FieldDescription = {
  name: 'structure_needs_at_least_one_member',
  type: { type_id: TYPE_IDS.uint8, capacity: 0n, string_capacity: 0n, nested_type_name: '' },
  default_value: '',
};

/**
 * Describes a message, service, action or derived structure as REP-2016 has it.
 *
 * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
 */
export function typeDescription(registry: InterfaceRegistry, name: string): TypeDescription {
  const root = individual(registry, registry.fullName(name));
  const referenced = new Map<string, IndividualTypeDescription>();
  collectReferenced(registry, root, referenced);
  return {
    type_description: root,
    referenced_type_descriptions: [...referenced.values()].sort((a, b) => (a.type_name < b.type_name ? -1 : 1)),
  };
}

function collectReferenced(
  registry: InterfaceRegistry,
  description: IndividualTypeDescription,
  found: Map<string, IndividualTypeDescription>,
): void {
  for (const field of description.fields) {
    const nested = field.type.nested_type_name;
    if (nested === '' || found.has(nested)) continue;
    const inner = individual(registry, nested);
    found.set(nested, inner);
    collectReferenced(registry, inner, found);
  }
}

function individual(registry: InterfaceRegistry, fullName: string): IndividualTypeDescription {
  const loose = parseInterfaceName(fullName);
  const name = { ...loose, kind: loose.kind ?? 'msg' };
  const suffix = splitDerivedName(name)?.[1];
  if (name.kind === 'srv' && suffix === undefined) return describeService(registry.service(fullName));
  if (name.kind === 'action' && suffix === undefined) return describeAction(registry.action(fullName));
  if (suffix === 'SendGoal' || suffix === 'GetResult') return describeService(registry.service(fullName));
  return describeMessage(registry.resolve(fullName));
}

function describeMessage(message: MessageDescription): IndividualTypeDescription {
  const fields = message.fields.map(describeField);
  return { type_name: message.name, fields: fields.length > 0 ? fields : [PLACEHOLDER] };
}

function describeService(service: ServiceDescription): IndividualTypeDescription {
  return describeParts(service.name, {
    request_message: service.request.name,
    response_message: service.response.name,
    event_message: service.event.name,
  });
}

function describeAction(action: ActionDescription): IndividualTypeDescription {
  return describeParts(action.name, {
    goal: action.goal.name,
    result: action.result.name,
    feedback: action.feedback.name,
    send_goal_service: action.sendGoal.name,
    get_result_service: action.getResult.name,
    feedback_message: action.feedbackMessage.name,
  });
}

function describeParts(name: string, parts: Record<string, string>): IndividualTypeDescription {
  const fields = Object.entries(parts).map(([field, nested]) =>
    describeField({ name: field, type: { base: 'nested', nested, container: { kind: 'single' } } }),
  );
  return { type_name: name, fields };
}

function describeField(field: Field): FieldDescription {
  const { type } = field;
  let id = TYPE_IDS[type.base];
  if (type.stringBound !== undefined) id = type.base === 'wstring' ? BOUNDED_WSTRING_ID : BOUNDED_STRING_ID;
  let capacity = 0;
  if (type.container.kind === 'array') {
    id += ARRAY_OFFSET;
    capacity = type.container.length;
  } else if (type.container.kind === 'sequence') {
    id += type.container.bound === undefined ? UNBOUNDED_SEQUENCE_OFFSET : BOUNDED_SEQUENCE_OFFSET;
    capacity = type.container.bound ?? 0;
  }
  return {
    name: field.name,
    type: {
      type_id: id,
      capacity: BigInt(capacity),
      string_capacity: BigInt(type.stringBound ?? 0),
      nested_type_name: type.nested ?? '',
    },
    default_value: field.default === undefined ? '' : defaultText(field.default, type.base),
  };
}

/** As rosidl writes defaults into type descriptions: Python's notation for numbers and lists, text as it is. */
function defaultText(value: LiteralValue, base: FieldType['base']): string {
  if (typeof value === 'string') return value;
  if (!isList(value)) return pythonScalar(value, base);
  const elements = value.map((element) => pythonScalar(element, base));
  return `(${elements.join(', ')}${elements.length === 1 ? ',' : ''})`;
}

function isList(value: LiteralValue): value is readonly (boolean | number | bigint | string)[] {
  return Array.isArray(value);
}

function pythonScalar(value: boolean | number | bigint | string, base: FieldType['base']): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False';
    case 'string':
      return pythonString(value);
    case 'number':
      return base === 'float32' || base === 'float64' ? pythonFloat(value) : String(value);
    default:
      return String(value);
  }
}

function pythonString(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  return quote + (quote === "'" ? escaped.replace(/'/g, "\\'") : escaped) + quote;
}

function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value).toLowerCase().replace('infinity', 'inf');
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude >= 1e16 || magnitude < 1e-4)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
