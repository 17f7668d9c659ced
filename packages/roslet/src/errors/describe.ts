/** A value as an error message shows it: its type, and the value itself when it is short. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(shortened(value))}`;
    case 'number':
    case 'boolean':
      return `${typeof value} ${String(value)}`;
    case 'bigint':
      return `bigint ${value}n`;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `array of ${value.length}` : objectKind(value);
    default:
      return typeof value;
  }
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}

function objectKind(value: object): string {
  const name = Object.prototype.toString.call(value).slice(8, -1);
  return name === 'Object' ? 'object' : name;
}
