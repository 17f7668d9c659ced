import { type Codec, compileCodec, type InterfaceRegistry, typeHash } from '@roslet/interfaces';
import { InterfaceKindError } from '../errors';

/** What an endpoint needs to know of a message type. The codec is compiled, and the hash computed, when first asked for. */
export interface MessageType {
  readonly name: string;
  /** `RIHS01_…` */
  readonly hash: string;
  readonly codec: Codec;
}

export interface ServiceType {
  readonly name: string;
  readonly hash: string;
  readonly request: Codec;
  readonly response: Codec;
}

/** A message type that is known by its name only: its messages stay bytes. */
export interface RawType {
  readonly name: string;
  readonly hash: string;
  readonly raw: true;
}

/** A function, so that a codec is not compiled before there is a message. */
export function codecOf(type: MessageType | RawType): (() => Codec) | undefined {
  return 'raw' in type ? undefined : () => type.codec;
}

/** Types by name, each made once a registry. */
export class TypeSupport {
  readonly #registry: InterfaceRegistry;
  readonly #messages = new Map<string, MessageType>();
  readonly #services = new Map<string, ServiceType>();

  constructor(registry: InterfaceRegistry) {
    this.#registry = registry;
  }

  /** @throws TypeNotFoundError and whatever parsing the definition throws; InterfaceKindError when it is no message. */
  message(typeName: string): MessageType {
    const known = this.#messages.get(typeName);
    if (known !== undefined) return known;
    const { name } = this.#registry.message(requireText(typeName, 'message'));
    const type = lazyMessage(this.#registry, name);
    this.#messages.set(typeName, type);
    return type;
  }

  /**
   * A type whose messages stay bytes. Its definition is not needed; where it is known, its hash still guards against another
   * version.
   *
   * @throws InterfaceKindError when it is no name at all
   */
  raw(typeName: string): RawType {
    const name = requireText(typeName, 'message');
    if (!/^[!-~]+$/.test(name)) throw new InterfaceKindError(`expected the name of a message type, got "${name}"`);
    return { name, hash: this.#registry.has(name) ? this.message(name).hash : '', raw: true };
  }

  /** @throws TypeNotFoundError and whatever parsing the definition throws; InterfaceKindError when it is no service. */
  service(typeName: string): ServiceType {
    const known = this.#services.get(typeName);
    if (known !== undefined) return known;
    const { name } = this.#registry.service(requireText(typeName, 'service'));
    const type = lazyService(this.#registry, name);
    this.#services.set(typeName, type);
    return type;
  }
}

function requireText(typeName: unknown, kind: string): string {
  if (typeof typeName === 'string') return typeName;
  throw new InterfaceKindError(`expected the name of a ${kind} type (a string), got ${typeof typeName}`);
}

function lazyMessage(registry: InterfaceRegistry, name: string): MessageType {
  return {
    name,
    get hash() {
      return remember(this, 'hash', typeHash(registry, name));
    },
    get codec() {
      return remember(this, 'codec', compileCodec(name, registry.resolve));
    },
  };
}

function lazyService(registry: InterfaceRegistry, name: string): ServiceType {
  const { request, response } = registry.service(name);
  return {
    name,
    get hash() {
      return remember(this, 'hash', typeHash(registry, name));
    },
    get request() {
      return remember(this, 'request', compileCodec(request.name, registry.resolve));
    },
    get response() {
      return remember(this, 'response', compileCodec(response.name, registry.resolve));
    },
  };
}

/** Replaces a getter by its value. */
function remember<T>(owner: object, key: string, value: T): T {
  Object.defineProperty(owner, key, { value, enumerable: true });
  return value;
}
