import { RosletError } from './roslet-error';

export { RosletError } from './roslet-error';

/** Every code this package throws, with what it means. docs/errors.md holds one row for each. */
export const ERROR_CODES = {
  ERR_ROSLET_TYPE_NOT_FOUND: 'No source of definitions has an interface of this name.',
  ERR_ROSLET_TYPE_NAME: 'The text is not the name of an interface, or it names more than one.',
  ERR_ROSLET_INTERFACE_SYNTAX: 'A .msg, .srv, .action or .idl text breaks the rules of the interface language.',
  ERR_ROSLET_INTERFACE_RECURSIVE: 'A structure contains itself, so its size would have no end.',
  ERR_ROSLET_INTERFACE_OPTION: 'An option of the interface registry has a wrong type or value.',
} as const;

export type InterfacesErrorCode = keyof typeof ERROR_CODES;

/** An interface nobody defines; `suggestions` holds the names that look most like it. */
export class TypeNotFoundError extends RosletError {
  readonly typeName: string;
  readonly suggestions: readonly string[];

  constructor(typeName: string, message: string, suggestions: readonly string[]) {
    super('ERR_ROSLET_TYPE_NOT_FOUND', message);
    this.typeName = typeName;
    this.suggestions = suggestions;
  }
}

/** A name that is not of the form `package/kind/Name`, or a short form that fits several interfaces. */
export class TypeNameError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_TYPE_NAME', message);
  }
}

/** A definition text that cannot be parsed. `line` counts from 1 in the original file. */
export class InterfaceSyntaxError extends RosletError {
  readonly file: string;
  readonly line: number;

  constructor(file: string, line: number, problem: string, options?: ErrorOptions) {
    super('ERR_ROSLET_INTERFACE_SYNTAX', `${file}:${line}: ${problem}`, options);
    this.file = file;
    this.line = line;
  }
}

/** A structure that contains itself; `path` names the structures from the first back to itself. */
export class RecursiveInterfaceError extends RosletError {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    super(
      'ERR_ROSLET_INTERFACE_RECURSIVE',
      `expected nested types to end in primitive types, but ${path.join(' contains ')}; break the circle`,
    );
    this.path = path;
  }
}

/** A wrong option of the interface registry. */
export class InterfaceOptionError extends RosletError {
  constructor(message: string, options?: ErrorOptions) {
    super('ERR_ROSLET_INTERFACE_OPTION', message, options);
  }
}
