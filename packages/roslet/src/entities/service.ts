import type { Delivery, Service as RmwService } from '@roslet/rmw';
import { Logging } from '../logging/logger';
import type { LoadedService } from '../types/load';
import { toPlainArrays } from '../types/serialization-mode';
import type { Input, RequestOf, ResponseOf } from '../types/type-class';
import { Entity } from './entity';
import { lent } from './loan';
import type { CompleteEntityOptions } from './options';

/**
 * Answers a request: by `response.send(…)`, now or later, or by returning the response or a promise of it.
 * With neither, the client waits on.
 */
export type ServiceCallback<T> = (request: RequestOf<T>, response: ServiceResponse<T>) => unknown;

/** Answers one request. */
export class ServiceResponse<T = string> {
  readonly service: Service<T>;
  readonly #delivery: Delivery;
  #sent = false;

  constructor(service: Service<T>, delivery: Delivery) {
    this.service = service;
    this.#delivery = delivery;
  }

  /** A new response with all fields at their defaults. */
  get template(): ResponseOf<T> {
    return new this.service.typeClass.Response().toPlainObject() as ResponseOf<T>;
  }

  get sent(): boolean {
    return this.#sent;
  }

  /**
   * Sends the response; fields left out take their defaults. A request has one answer: a second one is dropped with a warning.
   *
   * @throws {RosletError} `ERR_ROSLET_MESSAGE_INVALID` naming the field that is wrong
   */
  send(response?: Input<ResponseOf<T>>): void {
    if (this.#sent) {
      this.service.warn('a request was answered a second time; the second response is dropped');
      return;
    }
    this.service.respond(this.#delivery, response);
    this.#sent = true;
  }
}

/** Answers the requests of clients. Made by `node.createService`. */
export class Service<T = string> extends Entity<LoadedService> {
  readonly #rmw: RmwService;

  constructor(rmw: RmwService, typeClass: LoadedService, options: CompleteEntityOptions, loggerName: string) {
    super(rmw, typeClass, options, loggerName);
    this.#rmw = rmw;
  }

  /** Full name of the service. */
  get serviceName(): string {
    return this.#rmw.name;
  }

  getOptions(): CompleteEntityOptions {
    return this.options;
  }

  /** @internal */
  respond(request: Delivery, response: unknown): void {
    const isMessage = typeof response === 'object' && response !== null;
    this.#rmw.respond(request, isMessage ? response : new this.typeClass.Response(response ?? undefined));
  }

  /** @internal */
  warn(problem: string): void {
    Logging.getLogger(this.loggerName).warn(`Service ${this.serviceName}: ${problem}`);
  }

  /** Runs the callback for a request. @internal */
  process(callback: ServiceCallback<T>, delivery: Delivery): void {
    const { message } = delivery;
    const request = this.typedArrayEnabled ? lent(message, delivery) : toPlainArrays(message);
    const response = new ServiceResponse<T>(this, delivery);
    try {
      const result = callback(request as RequestOf<T>, response);
      if (isPromise(result)) {
        result.then((value) => this.#finish(response, value)).then(undefined, (error) => this.#fail(error));
      } else {
        this.#finish(response, result);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #finish(response: ServiceResponse<T>, result: unknown): void {
    if (!response.sent && result) response.send(result as Input<ResponseOf<T>>);
  }

  #fail(error: unknown): void {
    const reason = error instanceof Object && 'stack' in error ? String(error.stack) : String(error);
    Logging.getLogger(this.loggerName).error(`Error processing ${this.serviceName} request: ${reason}`);
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
