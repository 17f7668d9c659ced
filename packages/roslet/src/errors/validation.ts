import { RclNodeError, type RclNodeErrorOptions } from './base';
import { describe } from './describe';

export interface ValidationErrorOptions extends RclNodeErrorOptions {
  argumentName?: string;
  providedValue?: unknown;
  expectedType?: string;
  validationRule?: string;
}

/** A value that the called function cannot accept. */
export class ValidationError extends RclNodeError {
  readonly argumentName: string | undefined;
  readonly providedValue: unknown;
  readonly expectedType: string | undefined;
  readonly validationRule: string | undefined;

  constructor(message: string, options: ValidationErrorOptions = {}) {
    super(message, { code: 'VALIDATION_ERROR', ...options });
    this.argumentName = options.argumentName;
    this.providedValue = options.providedValue;
    this.expectedType = options.expectedType;
    this.validationRule = options.validationRule;
  }
}

/** An argument of the wrong type. */
export class TypeValidationError extends ValidationError {
  constructor(argumentName: string, providedValue: unknown, expectedType: string, options: RclNodeErrorOptions = {}) {
    super(`Invalid type for '${argumentName}': expected ${expectedType}, got ${describe(providedValue)}`, {
      code: 'INVALID_TYPE',
      argumentName,
      providedValue,
      expectedType,
      ...options,
    });
  }
}

/** A value of the right type outside of its range. */
export class RangeValidationError extends ValidationError {
  constructor(argumentName: string, providedValue: unknown, constraint: string, options: RclNodeErrorOptions = {}) {
    super(`Value of '${argumentName}' is out of range: expected ${constraint}, got ${describe(providedValue)}`, {
      code: 'OUT_OF_RANGE',
      argumentName,
      providedValue,
      validationRule: constraint,
      ...options,
    });
  }
}

/** A topic, service, node or namespace name that breaks ROS 2's rules. */
export class NameValidationError extends ValidationError {
  /** Index of the first character that breaks a rule, or -1 when no single one does. */
  readonly invalidIndex: number;
  /** The rule that is broken. */
  readonly validationResult: string;

  constructor(
    name: string,
    nameType: string,
    validationResult: string,
    invalidIndex: number,
    options: RclNodeErrorOptions = {},
  ) {
    const place = invalidIndex >= 0 ? ` (at index ${invalidIndex})` : '';
    super(`Invalid ${nameType} name '${name}': ${validationResult}${place}`, {
      code: 'INVALID_NAME',
      argumentName: nameType,
      providedValue: name,
      details: { validationResult, invalidIndex },
      ...options,
    });
    this.invalidIndex = invalidIndex;
    this.validationResult = validationResult;
  }
}

/** One thing that is wrong with a message. */
export interface MessageIssue {
  /** Path of the field: `pose.position.x`. */
  field: string;
  /** `UNKNOWN_FIELD`, `TYPE_MISMATCH`, … */
  problem: string;
  expected?: string;
  received?: unknown;
}

/** A message that does not fit its type. */
export class MessageValidationError extends ValidationError {
  readonly messageType: string;
  readonly issues: MessageIssue[];

  constructor(messageType: string, issues: MessageIssue[], options: RclNodeErrorOptions = {}) {
    super(`Invalid ${messageType} message: ${issues.map((issue) => `${issue.field}: ${issue.problem}`).join(', ')}`, {
      code: 'MESSAGE_VALIDATION_ERROR',
      entityType: 'message',
      entityName: messageType,
      details: { issues },
      ...options,
    });
    this.messageType = messageType;
    this.issues = issues;
  }

  getIssuesByType(problem: string): MessageIssue[] {
    return this.issues.filter((issue) => issue.problem === problem);
  }

  hasFieldIssue(field: string): boolean {
    return this.issues.some((issue) => issue.field === field);
  }
}
