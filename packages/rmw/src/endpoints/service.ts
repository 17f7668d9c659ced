import { type Delivery } from '../delivery';
import { LocalEndpoint } from '../engine/local-endpoint';
import { PatientWriter } from '../engine/patient-writer';
import { Reader } from '../engine/reader';
import { Received } from '../engine/received';
import { throwLater } from '../engine/uncaught';
import { ClosedError, reasonOf, ServiceRequestError } from '../errors';
import { type Endpoint } from '../graph/endpoint';
import { PUBLISH } from '../native';
import { type Node } from '../node';
import { type QosProfile, type QosProfileLike } from '../qos/profile';
import { type ServiceStatistics, subscriptionStatistics } from '../statistics';
import { type ServiceType } from '../types/type-support';
import { DEFAULT_MAX_BYTES } from './publisher';
import { type Seat } from './seat';

export interface ServiceOptions {
  /** Shown in the graph. Requests and responses always travel reliably and are never dropped, whatever it says. */
  readonly qos?: QosProfileLike | number | undefined;
  /**
   * Deliver requests of 4 KiB or more where they lie in shared memory, without a copy; see `Delivery.isShared`. A request may be held while it is
   * being answered, and after that; give it back soon all the same.
   */
  readonly loan?: boolean | undefined;
  /** Default: that of the node. */
  readonly active?: boolean | undefined;
}

export type RequestHandler<Q> = (request: Delivery<Q>) => void;

/**
 * Answers requests. Made by `node.createService`.
 *
 * Each client has a response log of its own, which nobody else reads. What the handler throws becomes an uncaught exception; the
 * request then stays open.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export class Service<Q = any, S = any> {
  readonly node: Node;
  /** Fully qualified name. */
  readonly name: string;
  readonly type: string;
  readonly qos: QosProfile;
  readonly #seat: Seat;
  readonly #type: ServiceType;
  readonly #local: LocalEndpoint;
  readonly #reader: Reader;
  readonly #handler: RequestHandler<Q>;
  readonly #responses = new Map<Endpoint, PatientWriter>();
  readonly #answered = new WeakSet<Received>();
  #responsesSent = 0;
  #clientsGone = 0;
  #destroyed = false;

  constructor(
    seat: Seat,
    type: ServiceType,
    name: string,
    qos: QosProfile,
    handler: RequestHandler<Q>,
    options: ServiceOptions,
  ) {
    const { engine } = seat;
    this.#seat = seat;
    this.#type = type;
    this.node = seat.node;
    this.name = name;
    this.type = type.name;
    this.qos = qos;
    this.#handler = handler;
    const entity = engine.nextEntity();
    this.#local = new LocalEndpoint(
      seat.info,
      { entity, kind: 'service', name, type: type.name, typeHash: type.hash, qos },
      engine.inbox,
      {
        match: (client, start) => this.#reader.attach(client, start),
        unmatch: (client) => this.#forget(client),
      },
    );
    this.#reader = new Reader(
      engine,
      {
        endpoint: this.#local.endpoint,
        title: `service ${name}`,
        receive: (received) => this.#receive(received),
        lose: () => undefined,
      },
      {
        kind: 'request',
        reliable: true,
        depth: 0,
        loan: options.loan ?? false,
        codec: () => type.request,
        active: options.active ?? seat.node.active,
      },
    );
    engine.introduce(this.#local);
  }

  /** 16 bytes, see `gid.ts`. */
  get gid(): Uint8Array {
    return this.#local.endpoint.gid;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Whether requests are delivered to the handler. While it is off, they wait. */
  get active(): boolean {
    return this.#reader.active;
  }

  set active(on: boolean) {
    this.#reader.active = on;
  }

  /** Clients that match now, in any process. */
  get clientCount(): number {
    if (!this.#destroyed) this.#seat.engine.sync();
    return this.#local.peers.size;
  }

  /**
   * Answers a request, once, now or at any later time. `client-gone`: its client left meanwhile, and nobody is there to read it.
   *
   * @throws the codec's error when the response is not one of the type (the request stays open); ServiceRequestError when `request` is not
   * an open request of this service; NoSpaceError; ClosedError.
   */
  respond(request: Delivery<Q>, response: S): 'sent' | 'client-gone' {
    this.#requireOpen();
    const received = this.#requireRequest(request);
    this.#seat.engine.sync();
    const client = received.writer;
    if (client === undefined || !this.#local.peers.has(client)) return this.#gone(received);
    let status: 'sent' | 'client-gone' = 'sent';
    this.#writerFor(client).send(response, received.sequence, {
      sent: (result) => {
        if (result === PUBLISH.noReaders) status = this.#gone(received);
        else this.#responsesSent++;
      },
      failed: (error) => this.#reportLost(client, error),
      givenUp: () => false,
    });
    this.#answered.add(received);
    return status;
  }

  statistics(): ServiceStatistics {
    this.#requireOpen();
    let responsesPending = 0;
    for (const writer of this.#responses.values()) responsesPending += writer.waiting;
    return {
      requests: subscriptionStatistics(this.#reader),
      responsesSent: this.#responsesSent,
      responsesPending,
      clientsGone: this.#clientsGone,
    };
  }

  /** Ends the service. Calls that it has not answered fail at their clients, unless another server has them, too. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#seat.engine.retire(this.#local);
    this.#reader.close();
    for (const writer of this.#responses.values()) writer.close();
    this.#responses.clear();
    this.#seat.release(this);
  }

  #receive(received: Received): boolean {
    try {
      void received.message;
    } catch (error) {
      this.#reader.reportUndecodable(received, error);
      received.release();
      return false;
    }
    try {
      this.#handler(received as Delivery<Q>);
    } catch (error) {
      throwLater(error);
    }
    return true;
  }

  #requireRequest(request: unknown): Received {
    if (!(request instanceof Received) || request.reader !== this.#reader) {
      throw new ServiceRequestError(`expected a request that ${this.name} received, got something else`);
    }
    if (this.#answered.has(request)) {
      throw new ServiceRequestError(
        `expected a request of ${this.name} without an answer, but it was answered already`,
      );
    }
    return request;
  }

  /** The private response log of a client; it appears with the first response. */
  #writerFor(client: Endpoint): PatientWriter {
    let writer = this.#responses.get(client);
    if (writer === undefined) {
      const { engine } = this.#seat;
      writer = new PatientWriter(engine, this.#local.endpoint.entity, {
        name: this.name,
        codec: () => this.#type.response,
        target: client.gidHex,
        reliable: true,
        transientLocal: false,
        depth: 0,
        maxBytes: DEFAULT_MAX_BYTES,
      });
      writer.writer.addReader(client);
      writer.writer.settle();
      this.#responses.set(client, writer);
    }
    return writer;
  }

  #forget(client: Endpoint): void {
    this.#reader.detach(client);
    this.#responses.get(client)?.close();
    this.#responses.delete(client);
  }

  #gone(received: Received): 'client-gone' {
    this.#answered.add(received);
    this.#clientsGone++;
    return 'client-gone';
  }

  #reportLost(client: Endpoint, error: unknown): void {
    this.#seat.engine.warnSometimes(`response ${this.#local.endpoint.entity}`, {
      code: 'unreachable',
      node: this.node.fullName,
      message: `a response of ${this.name} to node ${client.node.fullName} could not be sent: ${reasonOf(error)}`,
    });
  }

  #requireOpen(): void {
    if (this.#destroyed) throw new ClosedError(`the service ${this.name}`);
  }
}
