import type { FieldType } from '@roslet/interfaces';

/** How much of a message is shown. */
export interface Shortening {
  /** Elements of an array and characters of a string that are shown; undefined: all. */
  readonly truncate?: number | undefined;
  /** Describe arrays in place of showing them. */
  readonly noArrays?: boolean | undefined;
  /** Describe strings in place of showing them. */
  readonly noStrings?: boolean | undefined;
}

export function shortString(text: string, { truncate, noStrings }: Shortening): string {
  if (noStrings) return `<string length: <${text.length}>>`;
  return truncate !== undefined && text.length > truncate ? `${text.slice(0, truncate)}...` : text;
}

/** Number of elements to show. */
export function shownCount(length: number, { truncate }: Shortening): number {
  return truncate === undefined ? length : Math.min(length, truncate);
}

const IDL_NAMES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  byte: 'octet',
  char: 'uint8',
  float32: 'float',
  float64: 'double',
};

/** `<sequence type: double, length: 360>`, as `ros2 topic echo --no-arr` says it. */
export function arrayDescription(type: FieldType, length: number): string {
  const element = type.nested ?? IDL_NAMES[type.base] ?? type.base;
  const { container } = type;
  if (container.kind === 'array') return `<array type: ${element}[${container.length}]>`;
  const bound = container.kind === 'sequence' && container.bound !== undefined ? `[${container.bound}]` : '';
  return `<sequence type: ${element}${bound}, length: ${length}>`;
}
