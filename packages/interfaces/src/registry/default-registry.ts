import { InterfaceRegistry } from './interface-registry';
import type { InterfaceRegistryOptions } from './options';

let current: InterfaceRegistry | undefined;

/**
 * The registry the whole process shares, made at first use from the environment.
 *
 * @param options when given, the shared registry is made anew with them (the old one lives on where it is in use)
 * @throws InterfaceOptionError
 */
export function defaultRegistry(options?: InterfaceRegistryOptions): InterfaceRegistry {
  if (options !== undefined || current === undefined) current = new InterfaceRegistry(options ?? {});
  return current;
}
