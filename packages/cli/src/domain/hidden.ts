/** Nodes whose name, and topics and services any part of whose name, begins with `_` are shown only when asked for. */
export function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('_'));
}
