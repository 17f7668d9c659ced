import type { ChildProcess } from 'node:child_process';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { WaitStrategy } from '@roslet/rmw';

/** What is measured: there and back; there only, as fast as it goes; or a service call (Roslet alone has those). */
export type Exchange = 'roundTrip' | 'oneWay' | 'serviceCall';

/** Of Roslet: messages that are encoded and decoded (`copy`), serialized bytes (`raw`), or borrowed memory (`loan`). */
export type Mode = 'copy' | 'raw' | 'loan';

/** What the receiver reads: every byte, one of each page, or the stamp alone. */
export type Read = 'full' | 'sampled' | 'stamp';

/** One measurement, as the coordinator orders it. */
export interface Order {
  /** Name of the peer. */
  readonly peer: string;
  readonly exchange: Exchange;
  /** Payload bytes, 16 or more. */
  readonly size: number;
  /** Whether the sender writes every byte of every message, or its stamp only. */
  readonly written: 'full' | 'stamp';
  readonly read: Read;
  readonly seconds: number;
  /** Messages to measure, in place of a time. */
  readonly count: number | undefined;
  /** Processors to which the near and the far side are bound; empty: the scheduler decides. */
  readonly cpus: readonly number[];
  readonly mode: Mode;
  readonly wait: WaitStrategy;
}

/** One measurement, as both sides are told it. */
export interface Task extends Order {
  /** Where sockets and the like are made; removed afterwards. */
  readonly directory: string;
  /** Address of the server in between, for a peer that has one. */
  readonly broker: string | undefined;
}

/** A transport between two Node programs. There is one file for each. */
export interface Peer {
  readonly name: string;
  /** How it is used here, for the report. */
  readonly about: string;
  readonly exchanges: readonly Exchange[];
  /** Bytes of the largest payload that it carries; undefined: no limit below 1 GiB. */
  readonly largest?: number;
  /** True when the far side is a thread of the near side's process. */
  readonly sharesProcess?: boolean;
  /** Why it cannot be measured here; undefined when it can. */
  unavailable?(mode: Mode): string | undefined;
  /** Starts the server in between. */
  startBroker?(directory: string): Promise<Broker>;
  /** Called on both sides. Resolves when what is sent from now on arrives (one way: or nearly now; the far side says when). */
  open(end: End): Promise<Link>;
}

/** One side of a connection, before it is open. */
export interface End {
  readonly side: 'near' | 'far';
  readonly task: Task;
  /** The channel between the processes (or threads) that carries a few words before and after a measurement. */
  readonly channel: Channel;
  readonly receive: (payload: Uint8Array) => void;
}

export type Channel = ChildProcess | NodeJS.Process | Worker | MessagePort;

/** One side of a connection. */
export interface Link {
  /** Bytes at the beginning of each payload that belong to the transport. */
  readonly headerBytes: number;
  /** Memory for the next message: `headerBytes` and the payload. The same each time where `send` is done with it when it returns. */
  payload(): Uint8Array;
  /** Undefined: sent, and the next may follow. Else settled when the next may follow. */
  send(payload: Uint8Array): Promise<unknown> | undefined;
  close(): Promise<unknown> | void;
}

export interface Broker {
  readonly address: string;
  stop(): Promise<void>;
}
