import type { InterfaceObject, InterfaceTypeInfo, Message, MessageTypes, ServiceTypes } from '@roslet/interfaces';

/** A message class: what `require('std_msgs/msg/String')` returns. */
export interface MessageConstructor<M = unknown> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the class takes
  new (...init: any[]): M;
  type(): InterfaceTypeInfo;
}

/** A service class: what `require('std_srvs/srv/Trigger')` returns. */
export interface ServiceConstructor<Q = unknown, S = unknown> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the class takes
  readonly Request: new (...init: any[]) => Q;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the class takes
  readonly Response: new (...init: any[]) => S;
  type(): InterfaceTypeInfo;
}

/** The names that are typed; any other text is accepted, too. */
export type MessageTypeName = keyof MessageTypes | AnyName;
export type ServiceTypeName = keyof ServiceTypes | AnyName;

/** Text that does not swallow the names beside it in a union, so that editors still offer them. */
type AnyName = string & Record<never, never>;

/** The ways to name a message type: `'std_msgs/msg/String'`, `{package, type, name}`, or its class. */
export type MessageTypeClass = MessageTypeName | InterfaceObject | MessageConstructor;
/** The ways to name a service type: `'std_srvs/srv/Trigger'`, `{package, type, name}`, or its class. */
export type ServiceTypeClass = ServiceTypeName | InterfaceObject | ServiceConstructor;

/** A message whose fields are not known to the compiler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- unknown fields of unknown types
export type AnyMessage = Record<string, any>;

/** What a subscription to the type receives. */
export type MessageOf<T> = T extends keyof MessageTypes
  ? MessageTypes[T]
  : T extends MessageConstructor<infer M>
    ? Fields<M>
    : AnyMessage;

/** What may be published as the type: fields that are left out take their defaults. */
export type MessageInput<T> = Input<MessageOf<T>>;

export type RequestOf<T> = T extends keyof ServiceTypes
  ? ServiceTypes[T] extends { Request: infer Q }
    ? Q
    : AnyMessage
  : T extends ServiceConstructor<infer Q>
    ? Fields<Q>
    : AnyMessage;

export type ResponseOf<T> = T extends keyof ServiceTypes
  ? ServiceTypes[T] extends { Response: infer S }
    ? S
    : AnyMessage
  : T extends ServiceConstructor<unknown, infer S>
    ? Fields<S>
    : AnyMessage;

/** A message object without its methods. Classes of types that only run time knows say nothing of their fields. */
type Fields<M> = unknown extends M ? AnyMessage : string extends keyof M ? AnyMessage : Omit<M, keyof Message>;

type TypedArray =
  Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** What encoding accepts where decoding gives `V`. */
export type Input<V> = V extends TypedArray
  ? V | readonly number[]
  : V extends bigint
    ? bigint | number
    : V extends readonly (infer E)[]
      ? readonly Input<E>[]
      : V extends object
        ? { readonly [K in keyof V]?: Input<V[K]> | null | undefined }
        : V;
