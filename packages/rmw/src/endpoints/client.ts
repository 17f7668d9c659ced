import { type Delivery } from '../delivery';
import { LocalEndpoint } from '../engine/local-endpoint';
import { PatientWriter } from '../engine/patient-writer';
import { Reader } from '../engine/reader';
import { type Received } from '../engine/received';
import { throwLater } from '../engine/uncaught';
import { waitForGraph, type WaitOptions } from '../engine/wait-for-graph';
import { ClosedError, ServiceResponseError, ServiceServerDiedError, ServiceUnavailableError } from '../errors';
import { type Endpoint } from '../graph/endpoint';
import { PUBLISH } from '../native';
import { type Node } from '../node';
import { type QosProfile, type QosProfileLike } from '../qos/profile';
import { type ClientStatistics, subscriptionStatistics } from '../statistics';
import { type ServiceType } from '../types/type-support';
import { type CallOptions, Calls } from './calls';
import { DEFAULT_MAX_BYTES } from './publisher';
import { type Seat } from './seat';

export interface ClientOptions {
  /** Shown in the graph. Requests and responses always travel reliably and are never dropped, whatever it says. */
  readonly qos?: QosProfileLike | number | undefined;
  /**
   * Deliver responses of 4 KiB or more where they lie in shared memory, without a copy; see `Delivery.isShared`. Only those of `callForDelivery` and
   * `send` can be given back by hand; those of `call` go back when they are collected.
   */
  readonly loan?: boolean | undefined;
  /** Default: that of the node. */
  readonly active?: boolean | undefined;
}

export type ResponseHandler<S> = (response: S, delivery: Delivery<S>) => void;

/**
 * Calls a service. Made by `node.createClient`.
 *
 * A request goes to every server of that name (as in ROS 2); the first response counts. Responses are delivered when the
 * client is active. When all servers that had a request left, the call fails at once.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export class Client<Q = any, S = any> {
  readonly node: Node;
  /** Fully qualified name of the service. */
  readonly name: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly #seat: Seat;
  readonly #local: LocalEndpoint;
  readonly #requests: PatientWriter;
  readonly #reader: Reader;
  readonly #calls: Calls<S>;
  #requestsSent = 0;
  #lateResponses = 0;
  #destroyed = false;

  constructor(seat: Seat, type: ServiceType, name: string, qos: QosProfile, options: ClientOptions) {
    const { engine } = seat;
    this.#seat = seat;
    this.node = seat.node;
    this.name = name;
    this.type = type.name;
    this.qos = qos;
    this.#calls = new Calls(name, () => engine.keepAlive());
    const entity = engine.nextEntity();
    this.#local = new LocalEndpoint(
      seat.info,
      { entity, kind: 'client', name, type: type.name, typeHash: type.hash, qos },
      engine.inbox,
      { match: (server) => this.#meet(server), unmatch: (server) => this.#lose(server) },
    );
    this.#reader = new Reader(
      engine,
      {
        endpoint: this.#local.endpoint,
        title: `client of ${name}`,
        receive: (received) => this.#receive(received),
        lose: () => undefined,
      },
      {
        kind: 'response',
        reliable: true,
        depth: 0,
        loan: options.loan ?? false,
        codec: () => type.response,
        active: options.active ?? seat.node.active,
      },
    );
    try {
      this.#requests = new PatientWriter(engine, entity, {
        name,
        codec: () => type.request,
        reliable: true,
        transientLocal: false,
        depth: 0,
        maxBytes: DEFAULT_MAX_BYTES,
      });
    } catch (error) {
      this.#reader.close();
      throw error;
    }
    engine.introduce(this.#local);
  }

  /** 16 bytes, see `gid.ts`. */
  get gid(): Uint8Array {
    return this.#local.endpoint.gid;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Whether responses are delivered. While it is off, they wait. */
  get active(): boolean {
    return this.#reader.active;
  }

  set active(on: boolean) {
    this.#reader.active = on;
  }

  /** Calls without an answer yet. */
  get pending(): number {
    return this.#calls.size;
  }

  /**
   * Sends a request and waits for its response. Never throws synchronously.
   *
   * @throws (rejects with) the codec's error for a wrong request, ServiceUnavailableError, ServiceTimeoutError, ServiceServerDiedError,
   * ServiceResponseError, NoSpaceError, ClosedError (the client was destroyed), OptionError, or the signal's reason.
   */
  call(request: Q, options: CallOptions = {}): Promise<S> {
    return new Promise<S>((resolve, reject) => {
      this.send(request, resolve, reject, options);
    });
  }

  /**
   * As `call`, with the response's origin, times and bytes, and with its loan (option `loan`): `release()` gives it back.
   *
   * @throws (rejects with) what `call` does
   */
  callForDelivery(request: Q, options: CallOptions = {}): Promise<Delivery<S>> {
    return new Promise<Delivery<S>>((resolve, reject) => {
      this.send(request, (_response, delivery) => resolve(delivery), reject, options);
    });
  }

  /**
   * As `call`, with callbacks. `onResponse` runs as a callback of the node; what it throws becomes an uncaught exception. Failures after
   * this call returned go to `onError`, without one they are ignored.
   *
   * @returns the call's number, for `cancel`
   * @throws the codec's error for a wrong request, ServiceUnavailableError, NoSpaceError, ClosedError, OptionError, the signal's reason
   */
  send(
    request: Q,
    onResponse: ResponseHandler<S>,
    onError: (error: unknown) => void = () => undefined,
    options: CallOptions = {},
  ): number {
    this.#requireOpen();
    this.#seat.engine.sync();
    if (this.#local.peers.size === 0 && options.unavailable !== 'pend') throw new ServiceUnavailableError(this.name);
    const call = this.#calls.open(onResponse, onError, options);
    try {
      this.#requests.send(request, undefined, {
        sent: (result) => {
          if (result === PUBLISH.noReaders) return this.#unheard(call.number, options);
          this.#requestsSent++;
          this.#calls.sent(call, result, this.#servers());
        },
        failed: (error) => this.#calls.fail(call.number, error),
        givenUp: () => !this.#calls.isOpen(call.number),
      });
    } catch (error) {
      this.#calls.cancel(call.number);
      throw error;
    }
    return call.number;
  }

  /** Gives up a call of `send`: neither of its callbacks will run. False when it is over already. */
  cancel(call: number): boolean {
    return this.#calls.cancel(call);
  }

  isServerAvailable(): boolean {
    this.#requireOpen();
    this.#seat.engine.sync();
    return this.#local.peers.size > 0;
  }

  /**
   * Resolves to true as soon as a server is there; to false when the time (in milliseconds, -1: no limit) is over first, or when the client
   * is destroyed.
   *
   * @throws (rejects with) ClosedError, the signal's reason
   */
  async waitForServer(timeoutMillis = -1, options: WaitOptions = {}): Promise<boolean> {
    this.#requireOpen();
    const { engine } = this.#seat;
    await waitForGraph(engine, () => this.#destroyed || this.#local.peers.size > 0, timeoutMillis, options);
    return !this.#destroyed && this.#local.peers.size > 0;
  }

  statistics(): ClientStatistics {
    this.#requireOpen();
    return {
      requestsSent: this.#requestsSent,
      responses: subscriptionStatistics(this.#reader),
      pending: this.#calls.size,
      lateResponses: this.#lateResponses,
    };
  }

  /** Ends the client. Calls in flight are rejected with ClosedError. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#requests.stop();
    this.#seat.engine.retire(this.#local, this.#requests.writer);
    this.#reader.close();
    this.#calls.failAll(new ClosedError(`the client of ${this.name}`));
    this.#seat.release(this);
  }

  #meet(server: Endpoint): void {
    // The response log speaks to this client alone, so all that is in it is for us.
    this.#reader.attachPrivate(server, this.#local.endpoint.gidHex);
    this.#requests.writer.addReader(server);
  }

  /** A server left: what it had answered still counts, then its other calls fail. */
  #lose(server: Endpoint): void {
    if (this.#destroyed) return;
    this.#requests.writer.removeReader(server);
    this.#reader.detach(server);
    const answered = new Set<number>();
    this.#reader.pull((correlation) => answered.add(correlation));
    this.#calls.abandon(server, this.#local.peers, answered, () => new ServiceServerDiedError(this.name));
  }

  #receive(received: Received): boolean {
    const call = this.#calls.take(received.correlation);
    if (call === undefined) {
      this.#lateResponses++;
      received.release();
      return false;
    }
    let response: S;
    try {
      response = received.message as S;
    } catch (error) {
      this.#reader.reportUndecodable(received, error);
      received.release();
      call.onError(new ServiceResponseError(this.name, error));
      return true;
    }
    try {
      call.onResponse(response, received as Delivery<S>);
    } catch (error) {
      throwLater(error);
    }
    return true;
  }

  /** The request met nobody: the last server left between the look and the send. */
  #unheard(call: number, options: CallOptions): void {
    if (options.unavailable !== 'pend') this.#calls.fail(call, new ServiceUnavailableError(this.name));
  }

  #servers(): ReadonlySet<Endpoint> {
    return new Set(this.#local.peers);
  }

  #requireOpen(): void {
    if (this.#destroyed) throw new ClosedError(`the client of ${this.name}`);
  }
}
