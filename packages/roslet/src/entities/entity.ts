import type { InterfaceClass } from '@roslet/interfaces';
import type { QosInput } from '../qos/profile';
import type { CompleteEntityOptions } from './options';

/** What a publisher, subscription, service or client has in the middleware. */
export interface Endpoint {
  readonly isDestroyed: boolean;
  destroy(): void;
}

/** What publishers, subscriptions, services and clients have in common. */
export abstract class Entity<C extends InterfaceClass = InterfaceClass> {
  /** The type's class, as `require` gives it. */
  readonly typeClass: C;
  /** Name of the logger of the entity's node. */
  readonly loggerName: string;
  options: CompleteEntityOptions;
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint, typeClass: C, options: CompleteEntityOptions, loggerName: string) {
    this.#endpoint = endpoint;
    this.typeClass = typeClass;
    this.options = options;
    this.loggerName = loggerName;
  }

  /** The quality of service that was asked for. */
  get qos(): QosInput {
    return this.options.qos;
  }

  /** Whether numeric arrays of received messages are typed arrays. */
  get typedArrayEnabled(): boolean {
    return this.options.enableTypedArray;
  }

  isDestroyed(): boolean {
    return this.#endpoint.isDestroyed;
  }

  /** Ends it; `node.destroyPublisher()` and its like call this. */
  destroy(): void {
    this.#endpoint.destroy();
  }
}
