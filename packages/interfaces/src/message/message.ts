import { inspect } from 'node:util';
import { typedArrayTag } from '../codec/typed-arrays';
import type { MessageDescription } from '../model';
import type { FieldPlan } from './field-plan';
import type { RosMessageDef } from './ros-message-def';

/** rclnodejs's name of an interface in its parts. */
export interface InterfaceTypeInfo {
  readonly pkgName: string;
  readonly subFolder: string;
  readonly interfaceName: string;
}

/** The class of one message type. Its constants are static members. */
export interface MessageClass<T extends object = object> {
  /**
   * @param init values by field name; missing, null and undefined ones take the defaults, unknown ones are ignored.
   *   A bare string, number, bigint or boolean sets the field `data`.
   * @throws ArrayLengthError
   */
  new (init?: unknown): Message & T;
  type(): InterfaceTypeInfo;
  /** Full name, `package/kind/Name`. */
  readonly typeName: string;
  readonly description: MessageDescription;
  readonly classType: MessageClass<T>;
  readonly ROSMessageDef: RosMessageDef;
  readonly isROSArray: false;
}

/** Where a message object keeps the fields whose assignments are converted. */
const SLOTS = Symbol('slots');

type Slots = Record<string, unknown>;
type Fields = Record<string, unknown>;

/** Base of all message classes. Fields are own enumerable properties, in the order of the definition. */
export abstract class Message {
  declare [SLOTS]: Slots;

  /** Whether the message has a field of this name. */
  hasMember(name: string): boolean {
    return classOf(this).description.fields.some((field) => field.name === name);
  }

  /** Takes over all fields of another message of this type; typed arrays are copied. */
  copy(other: object): void {
    const source = other as Fields;
    for (const { name } of classOf(this).description.fields) (this as unknown as Fields)[name] = detached(source[name]);
  }

  /**
   * The message as a plain object, nested ones too.
   *
   * @param enableTypedArray false to get plain arrays of numbers instead of typed arrays
   */
  toPlainObject(enableTypedArray = true): Record<string, unknown> {
    const plain: Fields = {};
    for (const { name } of classOf(this).description.fields) {
      plain[name] = toPlain((this as unknown as Fields)[name], enableTypedArray);
    }
    return plain;
  }

  [inspect.custom](_depth: number, options: object, inspectValue: typeof inspect): string {
    return `${classOf(this).typeName} ${inspectValue({ ...this }, options)}`;
  }
}

export function classOf(message: Message): MessageClass {
  return message.constructor as unknown as MessageClass;
}

/** Gives a new message object its fields. The accessors are made once a class and shared by its objects. */
export function setUpFields(
  message: Message,
  plans: readonly FieldPlan[],
  accessors: PropertyDescriptorMap,
  init: unknown,
): void {
  const values = initialValues(init, plans);
  const isCopy = init instanceof Message;
  const slots: Slots = {};
  Object.defineProperty(message, SLOTS, { value: slots });
  for (const plan of plans) {
    const given = values[plan.name];
    const value =
      given === undefined || given === null ? plan.makeDefault() : plan.convert(isCopy ? detached(given) : given);
    if (plan.converts) {
      slots[plan.name] = value;
      Object.defineProperty(message, plan.name, accessors[plan.name] as PropertyDescriptor);
    } else {
      (message as unknown as Fields)[plan.name] = value;
    }
  }
}

export function accessorFor(plan: FieldPlan): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: Message) {
      return this[SLOTS][plan.name];
    },
    set(this: Message, value: unknown) {
      this[SLOTS][plan.name] = value === undefined || value === null ? plan.makeDefault() : plan.convert(value);
    },
  };
}

function initialValues(init: unknown, plans: readonly FieldPlan[]): Fields {
  if (typeof init === 'object' && init !== null) return init as Fields;
  const isBareValue = ['string', 'number', 'bigint', 'boolean'].includes(typeof init);
  return isBareValue && plans.some((plan) => plan.name === 'data') ? { data: init } : {};
}

/** A copy that shares no array with the original; nested messages are copied where they are assigned. */
function detached(value: unknown): unknown {
  if (typedArrayTag(value) !== undefined) return (value as Uint8Array).slice();
  return Array.isArray(value) ? [...(value as unknown[])] : value;
}

function toPlain(value: unknown, enableTypedArray: boolean): unknown {
  if (value instanceof Message) return value.toPlainObject(enableTypedArray);
  if (Array.isArray(value)) return Array.from(value, (element) => toPlain(element, enableTypedArray));
  if (typedArrayTag(value) !== undefined && !enableTypedArray) return Array.from(value as Uint8Array);
  return value;
}
