import type { FieldType, Resolve } from '@roslet/interfaces';
import { isString, pythonScalar } from './scalar-text';
import { arrayDescription, type Shortening, shortString, shownCount } from './shorten';
import { single } from './yaml-text';

/** All values of a message in one line, as `ros2 topic echo --csv` prints them. */
export function csvText(resolve: Resolve, type: FieldType, value: unknown, shortening: Shortening): string {
  if (type.container.kind !== 'single') {
    const values = value as ArrayLike<unknown>;
    if (shortening.noArrays) return arrayDescription(type, values.length);
    const count = shownCount(values.length, shortening);
    const element = single(type);
    const cells = Array.from({ length: count }, (_none, index) => csvText(resolve, element, values[index], shortening));
    return (count < values.length ? [...cells, '...'] : cells).join(',');
  }
  if (type.nested !== undefined) {
    const message = value as Readonly<Record<string, unknown>>;
    return resolve(type.nested)
      .fields.map((field) => csvText(resolve, field.type, message[field.name], shortening))
      .join(',');
  }
  return isString(type.base) ? shortString(value as string, shortening) : pythonScalar(type.base, value);
}
