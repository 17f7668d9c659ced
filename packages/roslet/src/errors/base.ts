import { RosletError } from '@roslet/interfaces';

export interface RclNodeErrorOptions {
  /** Stable code; each class has its own default. */
  code?: string;
  /** The node that the failed call belongs to. */
  nodeName?: string;
  /** What kind of thing failed: `publisher`, `subscription`, `client`, … */
  entityType?: string;
  /** Its name: a topic, a service, a parameter, … */
  entityName?: string;
  cause?: unknown;
  details?: unknown;
}

/** Base class of the errors that rclnodejs programs catch; `code` is stable and documented in docs/errors.md. */
export class RclNodeError extends RosletError {
  readonly nodeName: string | undefined;
  readonly entityType: string | undefined;
  readonly entityName: string | undefined;
  readonly details: unknown;
  /** When the error was made. */
  readonly timestamp = new Date();

  constructor(message: string, options: RclNodeErrorOptions = {}) {
    super(options.code ?? 'UNKNOWN_ERROR', message, options.cause === undefined ? undefined : { cause: options.cause });
    this.nodeName = options.nodeName;
    this.entityType = options.entityType;
    this.entityName = options.entityName;
    this.details = options.details;
  }

  /** Everything the error knows as a plain object, for structured logs. */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      message: this.message,
      code: this.code,
      nodeName: this.nodeName,
      entityType: this.entityType,
      entityName: this.entityName,
      details: this.details,
      timestamp: this.timestamp.toISOString(),
      stack: this.stack,
      cause: plainCause(this.cause),
    };
  }

  /** One line with the code and the node and entity concerned. */
  override toString(): string {
    const node = this.nodeName === undefined ? '' : ` (node: ${this.nodeName})`;
    const entity = this.entityName === undefined ? '' : ` (${this.entityType ?? 'entity'}: ${this.entityName})`;
    return `${this.name}: ${this.message} [${this.code}]${node}${entity}`;
  }
}

function plainCause(cause: unknown): unknown {
  if (cause instanceof RclNodeError) return cause.toJSON();
  if (typeof cause === 'object' && cause !== null && 'message' in cause) return cause.message;
  return cause;
}
