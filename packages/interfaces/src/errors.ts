import { RosletError } from './roslet-error';

export { RosletError } from './roslet-error';

/** Every code this package throws, with what it means. docs/errors.md holds one row for each. */
export const ERROR_CODES = {
  ERR_ROSLET_TYPE_NOT_FOUND: 'No source of definitions has an interface of this name.',
  ERR_ROSLET_TYPE_NAME: 'The text is not the name of an interface, or it names more than one.',
  ERR_ROSLET_INTERFACE_SYNTAX: 'A .msg, .srv, .action or .idl text breaks the rules of the interface language.',
  ERR_ROSLET_INTERFACE_RECURSIVE: 'A structure contains itself, so its size would have no end.',
  ERR_ROSLET_INTERFACE_OPTION: 'An option of the interface registry has a wrong type or value.',
  ERR_ROSLET_ARRAY_LENGTH: 'A fixed array was given another length, or a bounded one too many elements.',
  ERR_ROSLET_MESSAGE_INVALID: 'A message has a value its type does not allow; the error names the field.',
  ERR_ROSLET_MESSAGE_CHANGED: 'A message changed between the walk for its size and the walk that writes it.',
  ERR_ROSLET_CODEC_TARGET:
    'The memory given to a codec is no Uint8Array, or is too small for what should be written or read.',
  ERR_ROSLET_CODEC_DESCRIPTION:
    'A type description cannot be serialized: a bad field name, an empty array type, nesting without end.',
  ERR_ROSLET_CDR_INVALID:
    'Bytes are not a serialized message of the type; the error names the byte offset and the field.',
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

/** An array of a wrong length, assigned to a field of a message object. A RangeError, as in rclnodejs. */
export class ArrayLengthError extends RangeError {
  readonly code = 'ERR_ROSLET_ARRAY_LENGTH';

  constructor(typeName: string, field: string, expected: string, got: number) {
    super(`${typeName}: expected ${expected} elements in the array '${field}', got ${got}`);
    this.name = 'ArrayLengthError';
  }
}

/** A wrong option of the interface registry. */
export class InterfaceOptionError extends RosletError {
  constructor(message: string, options?: ErrorOptions) {
    super('ERR_ROSLET_INTERFACE_OPTION', message, options);
  }
}

/** A message that its type does not allow. `field` is the path of the wrong field, empty for the message itself. */
export class MessageError extends RosletError {
  readonly typeName: string;
  readonly field: string;

  constructor(typeName: string, field: string, problem: string) {
    super('ERR_ROSLET_MESSAGE_INVALID', `${field === '' ? typeName : field}: ${problem}`);
    this.typeName = typeName;
    this.field = field;
  }
}

/** A message whose getters (or another thread) gave different values in the two walks over it. */
export class MessageChangedError extends RosletError {
  readonly typeName: string;

  constructor(typeName: string) {
    super(
      'ERR_ROSLET_MESSAGE_CHANGED',
      `${typeName}: expected a message that stays the same while it is serialized, but its size changed; publish a copy of it`,
    );
    this.typeName = typeName;
  }
}

/** Memory a codec cannot work on. */
export class CodecTargetError extends RosletError {
  constructor(message: string) {
    super('ERR_ROSLET_CODEC_TARGET', message);
  }
}

/** A structure no codec can be made for. */
export class CodecDescriptionError extends RosletError {
  readonly typeName: string;

  constructor(typeName: string, problem: string) {
    super('ERR_ROSLET_CODEC_DESCRIPTION', `${typeName}: ${problem}; correct its definition`);
    this.typeName = typeName;
  }
}

/** Bytes that are not a message of the type. `offset` counts from the encapsulation header's first byte. */
export class CdrError extends RosletError {
  readonly typeName: string;
  readonly field: string;
  readonly offset: number;

  constructor(typeName: string, field: string, offset: number, problem: string) {
    const where = field === '' ? typeName : `${typeName}, ${field}`;
    super('ERR_ROSLET_CDR_INVALID', `${where}, byte ${offset}: ${problem}`);
    this.typeName = typeName;
    this.field = field;
    this.offset = offset;
  }
}
