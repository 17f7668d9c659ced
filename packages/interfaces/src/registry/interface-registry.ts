import { RecursiveInterfaceError, TypeNameError, TypeNotFoundError } from '../errors';
import type { ActionDescription, MessageDescription, Resolve, ServiceDescription } from '../model';
import {
  formatInterfaceName,
  INTERFACE_KINDS,
  parseInterfaceName,
  splitDerivedName,
  type InterfaceKind,
  type InterfaceName,
} from '../names';
import { sourcesOf, type InterfaceRegistryOptions } from './options';
import { findDefinition, listDefinitions } from './package-directory';
import type { PackageSource } from './package-source';
import {
  derivedStructure,
  parseInterface,
  sourceInFile,
  type InterfaceSource,
  type ParsedInterface,
} from './parsed-interface';
import { suggestNames } from './suggestions';

/** Which interfaces `InterfaceRegistry.list` returns. */
export interface ListFilter {
  readonly kind?: InterfaceKind;
  readonly package?: string;
}

/**
 * Knows interfaces by name. Sources in order: definitions added by `define`, the option `directories`,
 * `ROSLET_INTERFACE_PATH`, an installed ROS 2 (`AMENT_PREFIX_PATH`), the definitions shipped with Roslet.
 *
 * A file is read and parsed when its type is first asked for, and never again: make a new registry to see changes.
 * Names may be `package/kind/Name` or, where the kind is clear, `package/Name`.
 */
export class InterfaceRegistry {
  readonly #sources: readonly PackageSource[];
  readonly #added = new Map<string, InterfaceSource>();
  readonly #interfaces = new Map<string, ParsedInterface>();
  readonly #structures = new Map<string, MessageDescription>();

  /** @throws InterfaceOptionError */
  constructor(options: InterfaceRegistryOptions = {}) {
    this.#sources = sourcesOf(options);
  }

  /**
   * Any structure by name: a message, part of a service or action, or one that ROS 2 derives from them
   * (`pkg/srv/Add_Event`, `pkg/action/Walk_SendGoal_Request`). All structures nested in it resolve too.
   *
   * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
   */
  readonly resolve: Resolve = (name) =>
    this.#structures.get(name) ?? this.#loadStructure(this.#complete(name, 'msg'), []);

  /** A message by name; the same as `resolve`. */
  message(name: string): MessageDescription {
    return this.resolve(name);
  }

  /**
   * A service, or one of the two services of an action (`pkg/action/Walk_SendGoal`).
   *
   * @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError
   */
  service(name: string): ServiceDescription {
    const service = this.#serviceOf(this.#complete(name, 'srv'));
    this.resolve(service.request.name);
    this.resolve(service.response.name);
    return service;
  }

  /** @throws TypeNotFoundError, TypeNameError, InterfaceSyntaxError, RecursiveInterfaceError */
  action(name: string): ActionDescription {
    const full = this.#complete(name, 'action');
    const parsed = this.#load(full);
    if (parsed.kind !== 'action') throw wrongKind(full, 'an action');
    const { goal, result, feedback } = parsed.action;
    for (const part of [goal, result, feedback]) this.resolve(part.name);
    return parsed.action;
  }

  /**
   * The full name for `package/Name`; full names are returned as they are when such an interface or derived
   * structure exists.
   *
   * @throws TypeNotFoundError; TypeNameError when `package/Name` fits several kinds
   */
  fullName(name: string): string {
    const loose = parseInterfaceName(name);
    if (loose.kind !== undefined) {
      const full = { ...loose, kind: loose.kind };
      if (!this.#find(full)) this.#load(splitDerivedName(full)?.[0] ?? full);
      return formatInterfaceName(full);
    }
    const candidates = INTERFACE_KINDS.map((kind) => ({ ...loose, kind })).filter((full) => this.#find(full));
    if (candidates.length === 0) throw this.#notFound(name);
    if (candidates.length > 1) {
      throw new TypeNameError(
        `expected a name that fits one interface, '${name}' fits ${candidates.map(formatInterfaceName).join(' and ')}; write the one that is meant`,
      );
    }
    return formatInterfaceName(candidates[0] as InterfaceName);
  }

  /** Whether some source defines this interface (nothing is parsed). False for text that is no name. */
  has(name: string): boolean {
    try {
      return this.fullName(name) !== '';
    } catch (error) {
      if (error instanceof TypeNotFoundError) return false;
      if (error instanceof TypeNameError) return false;
      throw error;
    }
  }

  /** Full names of the known interfaces, sorted. Derived structures are not listed. */
  list(filter: ListFilter = {}): string[] {
    const names = new Set<string>();
    const add = (name: InterfaceName): void => {
      if (filter.kind !== undefined && name.kind !== filter.kind) return;
      if (filter.package !== undefined && name.package !== filter.package) return;
      names.add(formatInterfaceName(name));
    };
    for (const name of this.#added.keys()) add(this.#complete(name, 'msg'));
    for (const source of this.#sources) {
      const packages = filter.package === undefined ? source.packages() : [filter.package];
      for (const pkg of packages) {
        const directory = source.locate(pkg);
        if (directory !== undefined) listDefinitions(pkg, directory).forEach(add);
      }
    }
    return [...names].sort();
  }

  /** Names of the packages that define interfaces, sorted. */
  packages(): string[] {
    const names = new Set<string>();
    for (const name of this.#added.keys()) names.add(this.#complete(name, 'msg').package);
    for (const source of this.#sources) source.packages().forEach((pkg) => names.add(pkg));
    return [...names].sort();
  }

  /**
   * The definition as it is written, comments included. For a derived structure, that of its service or action.
   *
   * @throws TypeNotFoundError, TypeNameError
   */
  source(name: string): InterfaceSource {
    const loose = parseInterfaceName(this.fullName(name));
    const full = { ...loose, kind: loose.kind ?? 'msg' } as InterfaceName;
    const found = this.#find(full) ?? this.#find(splitDerivedName(full)?.[0] ?? full);
    if (!found) throw this.#notFound(name);
    return found;
  }

  /**
   * Adds a definition from text (a recording's schema, a test's type); it goes before all other sources.
   * It must come before the type's first use: what is parsed stays parsed.
   *
   * @param name full name, `package/kind/Name`
   * @throws TypeNameError
   */
  define(name: string, text: string, origin = 'defined by the program'): void {
    const loose = parseInterfaceName(name);
    if (loose.kind === undefined)
      throw new TypeNameError(`expected a full name (package/kind/Name) to define, got '${name}'`);
    if (this.#interfaces.has(name))
      throw new TypeNameError(`expected a name not in use yet to define, '${name}' is already in use`);
    this.#added.set(name, { name, text, format: 'rosidl', origin });
  }

  #complete(name: string, kind: InterfaceKind): InterfaceName {
    const loose = parseInterfaceName(name);
    return { ...loose, kind: loose.kind ?? kind };
  }

  #find(name: InterfaceName): InterfaceSource | undefined {
    const full = formatInterfaceName(name);
    const added = this.#added.get(full);
    if (added) return added;
    for (const source of this.#sources) {
      const directory = source.locate(name.package);
      const file = directory === undefined ? undefined : findDefinition(directory, name.kind, name.name);
      if (file) return sourceInFile(full, file, source.origin);
    }
    return undefined;
  }

  #load(name: InterfaceName): ParsedInterface {
    const full = formatInterfaceName(name);
    const known = this.#interfaces.get(full);
    if (known) return known;
    const source = this.#find(name);
    if (!source) throw this.#notFound(full);
    const ownsHeader = (): boolean => this.#find({ package: name.package, kind: 'msg', name: 'Header' }) !== undefined;
    const parsed = parseInterface(name, source, ownsHeader);
    this.#interfaces.set(full, parsed);
    return parsed;
  }

  #serviceOf(name: InterfaceName): ServiceDescription {
    const derived = name.kind === 'action' ? splitDerivedName(name) : undefined;
    const parsed = this.#load(derived ? derived[0] : name);
    if (parsed.kind === 'srv') return parsed.service;
    if (parsed.kind === 'action' && derived?.[1] === 'SendGoal') return parsed.action.sendGoal;
    if (parsed.kind === 'action' && derived?.[1] === 'GetResult') return parsed.action.getResult;
    throw wrongKind(name, 'a service');
  }

  /** `path` holds the structures being loaded around this one, to find circles. */
  #loadStructure(name: InterfaceName, path: readonly string[]): MessageDescription {
    const full = formatInterfaceName(name);
    const known = this.#structures.get(full);
    if (known) return known;
    const circle = path.indexOf(full);
    if (circle >= 0) throw new RecursiveInterfaceError([...path.slice(circle), full]);

    const structure = this.#structureOf(name);
    for (const field of structure.fields) {
      if (field.type.nested === undefined || this.#structures.has(field.type.nested)) continue;
      try {
        this.#loadStructure(this.#complete(field.type.nested, 'msg'), [...path, full]);
      } catch (error) {
        throw error instanceof TypeNotFoundError ? neededBy(error, field.name, full) : error;
      }
    }
    this.#structures.set(full, structure);
    return structure;
  }

  #structureOf(name: InterfaceName): MessageDescription {
    if (name.kind === 'msg') {
      const parsed = this.#load(name);
      if (parsed.kind === 'msg') return parsed.message;
    }
    const derived = splitDerivedName(name);
    if (!derived) throw wrongKind(name, 'a message');
    const structure = derivedStructure(this.#load(derived[0]), derived[1]);
    if (!structure) throw wrongKind(name, 'a message');
    return structure;
  }

  #notFound(name: string): TypeNotFoundError {
    const suggestions = suggestNames(name, this.list());
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : '';
    const asked = this.#sources.map((source) => source.origin).join('; ');
    return new TypeNotFoundError(
      name,
      `expected an interface that is defined somewhere, '${name}' is in none of: ${asked}.${hint} ` +
        `Name your package's directory in ROSLET_INTERFACE_PATH, or source the workspace that defines it.`,
      suggestions,
    );
  }
}

function wrongKind(name: InterfaceName, wanted: string): TypeNameError {
  const is = { msg: 'a message', srv: 'a service', action: 'an action' }[name.kind];
  const parts = { msg: [], srv: ['_Request', '_Response', '_Event'], action: ['_Goal', '_Result', '_Feedback'] }[
    name.kind
  ];
  const hint = parts.length > 0 ? `; its messages end in ${parts.join(', ')}` : '';
  return new TypeNameError(`expected the name of ${wanted}, '${formatInterfaceName(name)}' names ${is}${hint}`);
}

function neededBy(error: TypeNotFoundError, field: string, structure: string): TypeNotFoundError {
  return new TypeNotFoundError(
    error.typeName,
    `${error.message} (needed by the field '${field}' of ${structure})`,
    error.suggestions,
  );
}
