/**
 * The parsed form of a ROS 2 interface, shared by the parser, the codecs, the hashes and the generators.
 *
 * One `MessageDescription` describes one *structure*: a message, one half of a service, one section of an action,
 * or one of the structures ROS 2 derives from them (`_Event`, `_SendGoal_Request`, `_FeedbackMessage`, …).
 */

/** The primitive types of the ROS 2 interface language (`byte` and `char` are both 8-bit unsigned). */
export const PRIMITIVES = [
  'bool',
  'byte',
  'char',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'string',
  'wstring',
] as const;

export type Primitive = (typeof PRIMITIVES)[number];

/** A default or constant: 64-bit integers are bigint, other numbers number, in the field's own shape. */
export type LiteralValue = boolean | number | bigint | string | readonly (boolean | number | bigint | string)[];

export type Container =
  /** a single value */
  | { readonly kind: 'single' }
  /** `T[N]`: always exactly `length` elements */
  | { readonly kind: 'array'; readonly length: number }
  /** `T[]` or, with `bound`, `T[<=N]` */
  | { readonly kind: 'sequence'; readonly bound?: number };

export interface FieldType {
  /** A primitive's name, or `'nested'` for another structure. */
  readonly base: Primitive | 'nested';
  /** Full name of the nested structure (`geometry_msgs/msg/Pose`) when `base` is `'nested'`. */
  readonly nested?: string;
  /** `string<=N` / `wstring<=N`: upper bound in characters as the interface language states it. */
  readonly stringBound?: number;
  readonly container: Container;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly default?: LiteralValue;
  /** Comment lines above the field and beside it, without the `#`. */
  readonly comment?: readonly string[];
}

export interface Constant {
  readonly name: string;
  readonly base: Primitive;
  readonly value: LiteralValue;
  readonly comment?: readonly string[];
}

export interface MessageDescription {
  /** `std_msgs/msg/String`, `example_interfaces/srv/AddTwoInts_Request`, … */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly constants: readonly Constant[];
  /** Comment block at the head of the file or section. */
  readonly comment?: readonly string[];
}

export interface ServiceDescription {
  readonly name: string;
  readonly request: MessageDescription;
  readonly response: MessageDescription;
  /** `<name>_Event`: what service introspection publishes. */
  readonly event: MessageDescription;
}

export interface ActionDescription {
  readonly name: string;
  readonly goal: MessageDescription;
  readonly result: MessageDescription;
  readonly feedback: MessageDescription;
  readonly sendGoal: ServiceDescription;
  readonly getResult: ServiceDescription;
  readonly feedbackMessage: MessageDescription;
}

/** Finds a structure by full name; codecs and hashes walk nested types through it. */
export type Resolve = (name: string) => MessageDescription;
