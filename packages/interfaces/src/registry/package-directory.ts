import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_KINDS, isInterfaceKind, type InterfaceKind, type InterfaceName } from '../names';

/** A definition on disk. `format` says how to read it: `rosidl` is .msg/.srv/.action. */
export interface DefinitionFile {
  readonly path: string;
  readonly format: 'rosidl' | 'idl';
}

const FILE_NAME = /^([A-Za-z][A-Za-z0-9_]*)\.(msg|srv|action|idl)$/;

/** The file that defines `kind`/`name` in a package's directory; the .idl only if nothing else does. */
export function findDefinition(directory: string, kind: InterfaceKind, name: string): DefinitionFile | undefined {
  const path = join(directory, kind, `${name}.${kind}`);
  if (existsSync(path)) return { path, format: 'rosidl' };
  const idl = join(directory, kind, `${name}.idl`);
  return existsSync(idl) ? { path: idl, format: 'idl' } : undefined;
}

/** Every interface a package's directory defines. */
export function listDefinitions(pkg: string, directory: string): InterfaceName[] {
  return INTERFACE_KINDS.flatMap((kind) =>
    namesIn(join(directory, kind), kind).map((name) => ({ package: pkg, kind, name })),
  );
}

export function holdsDefinitions(directory: string): boolean {
  return INTERFACE_KINDS.some((kind) => namesIn(join(directory, kind), kind).length > 0);
}

function namesIn(folder: string, kind: InterfaceKind): string[] {
  const names = new Set<string>();
  for (const file of readEntries(folder)) {
    const match = FILE_NAME.exec(file);
    if (match?.[1] && (match[2] === kind || !isInterfaceKind(match[2] ?? ''))) names.add(match[1]);
  }
  return [...names];
}

/** Names in a folder; none when it is missing or may not be read. */
export function readEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
