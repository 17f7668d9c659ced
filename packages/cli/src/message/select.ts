import type { FieldType, Resolve } from '@roslet/interfaces';
import { nearMiss } from '../domain/near-miss';
import { UsageError } from '../errors';
import { messageType, single } from './yaml-text';

/** A place in messages of a type. */
export interface Selection {
  readonly type: FieldType;
  /** Its value in a message; undefined behind the end of an array. */
  readonly of: (message: unknown) => unknown;
}

/**
 * Finds the field that a path names: `pose.pose.position`, `ranges[0]`, `markers[2].color`.
 *
 * @throws UsageError
 */
export function selectField(resolve: Resolve, messageName: string, path: string): Selection {
  const steps = stepsOf(path);
  let type = messageType(messageName);
  for (const step of steps) type = typeBehind(resolve, type, step, path);
  return {
    type,
    of: (message) =>
      steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], message),
  };
}

function stepsOf(path: string): (string | number)[] {
  const steps = path.split('.').flatMap((part) => {
    const [, name = '', indices = ''] = /^([A-Za-z]\w*)((?:\[\d+\])*)$/.exec(part) ?? [];
    return name === '' ? [] : [name, ...Array.from(indices.matchAll(/\d+/g), ([index]) => Number(index))];
  });
  const wellFormed = path
    .split('.')
    .filter((part) => part !== '')
    .every((part) => /^[A-Za-z]\w*(\[\d+\])*$/.test(part));
  if (steps.length > 0 && wellFormed) return steps;
  throw new UsageError(`expected --field to be a path such as pose.position.x or ranges[0], got '${path}'`);
}

function typeBehind(resolve: Resolve, type: FieldType, step: string | number, path: string): FieldType {
  const isSingle = type.container.kind === 'single';
  if (typeof step === 'number') {
    if (isSingle) throw new UsageError(`--field ${path}: there is no array to take element ${step} of`);
    return single(type);
  }
  if (!isSingle) throw new UsageError(`--field ${path}: '${step}' is asked of an array; name an element, as in [0]`);
  if (type.nested === undefined) throw new UsageError(`--field ${path}: a ${type.base} has no field '${step}'`);
  const { fields } = resolve(type.nested);
  const field = fields.find(({ name }) => name === step);
  if (field !== undefined) return field.type;
  const hint = nearMiss(
    step,
    fields.map(({ name }) => name),
  );
  throw new UsageError(`--field ${path}: ${type.nested} has no field '${step}'${hint}`);
}
