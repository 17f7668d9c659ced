import { ServiceServerDiedError as RmwServerDiedError, type Client as RmwClient, type Delivery } from '@roslet/rmw';
import { AbortError, RangeValidationError, ServiceServerDiedError, TimeoutError, TypeValidationError } from '../errors';
import { Logging } from '../logging/logger';
import type { LoadedService } from '../types/load';
import { toPlainArrays } from '../types/serialization-mode';
import type { Input, RequestOf, ResponseOf } from '../types/type-class';
import { Entity } from './entity';
import { lent } from './loan';
import type { CompleteEntityOptions } from './options';

const OPERATION = 'Service request';

/** A request that meets no server is lost, and it is the spinning of a node that keeps a process alive, not an open request. */
const AS_ROS_DOES = { unavailable: 'pend', keepAlive: false } as const;

export interface AsyncRequestOptions {
  /** Milliseconds to wait for the response; without it, for ever. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends requests to a service. Made by `node.createClient`. Responses arrive while the client's node is spun. */
export class Client<T = string> extends Entity<LoadedService> {
  readonly #rmw: RmwClient;

  constructor(rmw: RmwClient, typeClass: LoadedService, options: CompleteEntityOptions, loggerName: string) {
    super(rmw, typeClass, options, loggerName);
    this.#rmw = rmw;
  }

  /** Full name of the service. */
  get serviceName(): string {
    return this.#rmw.name;
  }

  /**
   * Sends a request and calls back with the response. A request that nobody answers never calls back: use
   * `sendRequestAsync` to learn of that.
   *
   * @throws {RosletError} `ERR_ROSLET_MESSAGE_INVALID` naming the field that is wrong
   */
  sendRequest(request: Input<RequestOf<T>>, callback: (response: ResponseOf<T>) => unknown): void {
    if (typeof callback !== 'function') {
      throw new TypeValidationError('callback', callback, 'function', this.#about);
    }
    this.#rmw.send(
      this.#message(request),
      (_response, delivery) => void callback(this.#response(delivery)),
      (error) => Logging.getLogger(this.loggerName).warn(`Client of ${this.serviceName}: ${(error as Error).message}`),
      AS_ROS_DOES,
    );
  }

  /**
   * Sends a request and resolves to the response.
   *
   * Rejects with a `TimeoutError`, with an `AbortError` when the signal says so, and with a `ServiceServerDiedError` when the
   * only server that has the request ends before it answers. When there is no server yet, the request is lost, as in ROS 2:
   * await `waitForService()` first.
   */
  async sendRequestAsync(request: Input<RequestOf<T>>, options: AsyncRequestOptions = {}): Promise<ResponseOf<T>> {
    const { timeout, signal } = options;
    if (timeout !== undefined && (typeof timeout !== 'number' || Number.isNaN(timeout))) {
      throw new RangeValidationError('timeout', timeout, 'a number of milliseconds', this.#about);
    }
    if (signal?.aborted) throw this.#aborted();
    const limit =
      timeout !== undefined && timeout >= 0 && timeout !== Infinity ? { timeout: Math.max(timeout, 1) } : {};
    try {
      const response = await this.#rmw.callForDelivery(this.#message(request), {
        ...AS_ROS_DOES,
        ...limit,
        ...(signal !== undefined && { signal }),
      });
      return this.#response(response);
    } catch (error) {
      throw this.#explained(error, options);
    }
  }

  /** Whether a server offers the service now. */
  isServiceServerAvailable(): boolean {
    return this.#rmw.isServerAvailable();
  }

  /**
   * Resolves to true as soon as a server offers the service, and to false when the time is over.
   *
   * @param timeout milliseconds; negative or left out: without end
   */
  waitForService(timeout?: number): Promise<boolean> {
    return this.#rmw.waitForServer(timeout === undefined || timeout < 0 ? -1 : timeout);
  }

  get #about() {
    return { entityType: 'client', entityName: this.serviceName };
  }

  #message(request: unknown): unknown {
    return typeof request === 'object' && request !== null ? request : new this.typeClass.Request(request ?? undefined);
  }

  #response(delivery: Delivery): ResponseOf<T> {
    const { message } = delivery;
    return (this.typedArrayEnabled ? lent(message, delivery) : toPlainArrays(message)) as ResponseOf<T>;
  }

  #aborted(): AbortError {
    return new AbortError(OPERATION, undefined, this.#about);
  }

  #explained(error: unknown, { timeout, signal }: AsyncRequestOptions): unknown {
    if (signal?.aborted && error === signal.reason) return this.#aborted();
    if (error instanceof RmwServerDiedError) {
      return new ServiceServerDiedError(this.serviceName, { ...this.#about, cause: error });
    }
    if ((error as { code?: unknown } | null)?.code === 'ERR_ROSLET_SERVICE_TIMEOUT') {
      return new TimeoutError(OPERATION, timeout ?? 0, { ...this.#about, cause: error });
    }
    return error;
  }
}
