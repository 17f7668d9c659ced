import type { FieldType, Resolve } from '@roslet/interfaces';
import { isString, pythonScalar } from './scalar-text';
import { single } from './yaml-text';

/** Elements of an array that are shown. */
const SHOWN = 128;

/** A message as Python shows it, which is what `ros2 topic pub` and `ros2 service call` print: `std_msgs.msg.String(data='hi')`. */
export function pythonText(resolve: Resolve, type: FieldType, value: unknown): string {
  if (type.container.kind !== 'single') {
    const values = value as ArrayLike<unknown>;
    const element = single(type);
    const parts = Array.from({ length: Math.min(values.length, SHOWN) }, (_none, index) =>
      pythonText(resolve, element, values[index]),
    );
    return `[${(values.length > SHOWN ? [...parts, '...'] : parts).join(', ')}]`;
  }
  if (type.nested === undefined)
    return isString(type.base) ? pythonString(value as string) : pythonScalar(type.base, value);
  const message = value as Readonly<Record<string, unknown>>;
  const fields = resolve(type.nested).fields.map(
    ({ name, type: of }) => `${name}=${pythonText(resolve, of, message[name])}`,
  );
  return `${type.nested.replaceAll('/', '.')}(${fields.join(', ')})`;
}

function pythonString(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Bytes as Python shows them: `b'\x00\x01hello'`. */
export function pythonBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    text += plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b'${text}'`;
}
