import { RclNodeError, type RclNodeErrorOptions } from './base';

/** Something that was asked for correctly and yet could not be done. */
export class OperationError extends RclNodeError {
  constructor(message: string, options: RclNodeErrorOptions = {}) {
    super(message, { code: 'OPERATION_ERROR', ...options });
  }
}

/** No result within the time allowed. */
export class TimeoutError extends OperationError {
  /** The time allowed, in milliseconds. */
  readonly timeout: number;
  readonly operationType: string;

  constructor(operationType: string, timeoutMs: number, options: RclNodeErrorOptions = {}) {
    super(`${operationType} timeout: no result within ${timeoutMs} ms`, {
      code: 'TIMEOUT',
      details: { timeoutMs, operationType },
      ...options,
    });
    this.timeout = timeoutMs;
    this.operationType = operationType;
  }
}

/** Given up because the caller's AbortSignal said so. */
export class AbortError extends OperationError {
  readonly operationType: string;
  readonly abortReason: string | undefined;

  constructor(operationType: string, reason?: string, options: RclNodeErrorOptions = {}) {
    super(`${operationType} was aborted${reason === undefined ? '' : `: ${reason}`}`, {
      code: 'ABORTED',
      details: { operationType, reason },
      ...options,
    });
    this.operationType = operationType;
    this.abortReason = reason;
  }
}

/** No server offers the service. */
export class ServiceNotFoundError extends OperationError {
  readonly serviceName: string;

  constructor(serviceName: string, options: RclNodeErrorOptions = {}) {
    super(`Service '${serviceName}' is not available: no server offers it`, {
      code: 'SERVICE_NOT_FOUND',
      entityType: 'service',
      entityName: serviceName,
      ...options,
    });
    this.serviceName = serviceName;
  }
}

/** The server ended before it answered. */
export class ServiceServerDiedError extends OperationError {
  readonly serviceName: string;

  constructor(serviceName: string, options: RclNodeErrorOptions = {}) {
    super(`The server of '${serviceName}' ended before it answered the request; send it again when a server is back`, {
      code: 'SERVICE_SERVER_DIED',
      entityType: 'service',
      entityName: serviceName,
      ...options,
    });
    this.serviceName = serviceName;
  }
}

/** No node of this name is in the graph. */
export class NodeNotFoundError extends OperationError {
  readonly targetNodeName: string;

  constructor(nodeName: string, options: RclNodeErrorOptions = {}) {
    super(`Node '${nodeName}' not found in the graph`, {
      code: 'NODE_NOT_FOUND',
      entityType: 'node',
      entityName: nodeName,
      ...options,
    });
    this.targetNodeName = nodeName;
  }
}

/** A failure inside the middleware. */
export class NativeError extends RclNodeError {
  readonly nativeMessage: string;
  readonly operation: string;

  constructor(nativeMessage: string, operation: string, options: RclNodeErrorOptions = {}) {
    super(`${operation} failed: ${nativeMessage}`, {
      code: 'NATIVE_ERROR',
      details: { nativeMessage, operation },
      ...options,
    });
    this.nativeMessage = nativeMessage;
    this.operation = operation;
  }
}
