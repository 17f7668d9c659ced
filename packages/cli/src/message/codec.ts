import { type Codec, compileCodec, type InterfaceRegistry } from '@roslet/interfaces';

/** A message of a type with nothing but defaults, every field there. */
export function defaultMessage(registry: InterfaceRegistry, typeName: string): Record<string, unknown> {
  return complete(compileCodec(typeName, registry.resolve), {});
}

/**
 * The message as a receiver gets it: checked, with its defaults filled in.
 *
 * @throws MessageError naming the field that is wrong
 */
export function complete(codec: Codec, message: Record<string, unknown>): Record<string, unknown> {
  return codec.decode(codec.serialize(message)) as Record<string, unknown>;
}
