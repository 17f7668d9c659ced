import { NameError } from '@roslet/rmw';
import { NameValidationError } from '../errors';

/** The name of a node's logger: `/arm/gripper` logs as `arm.gripper`. */
export function loggerNameOf(fullName: string): string {
  return fullName.replace(/^\//, '').replaceAll('/', '.');
}

/** A namespace as programs write it: without one, and relative ones, lie in the root. */
export function absoluteNamespace(namespace: string): string {
  return namespace.startsWith('/') ? namespace : `/${namespace}`;
}

/** Runs what may refuse a name, so that the refusal is rclnodejs's error. */
export function checkingNames<T>(nameType: string, nodeName: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    throw new NameValidationError(error.value, nameType, error.message, error.index, {
      cause: error,
      ...(nodeName !== undefined && { nodeName }),
    });
  }
}
