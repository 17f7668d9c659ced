import type { WaitStrategy } from '@roslet/rmw';
import type { Exchange, Mode, Order } from '../link/link';
import type { Figures } from './metrics';

/** One way of doing it that is measured against the others. */
export interface Contestant {
  readonly name: string;
  readonly about: string;
  /** Roslet's way; undefined for the others. */
  readonly variant: Variant | undefined;
  /** Why it cannot be measured on this machine; undefined when it can. */
  readonly unavailable: string | undefined;
  takesPart(exchange: Exchange, size: number): boolean;
  /** @throws PerfError */
  measure(job: Job): Promise<Figures>;
}

export interface Variant {
  readonly mode: Mode;
  readonly wait: WaitStrategy;
}

/** What all contestants are told alike. */
export type Job = Omit<Order, 'peer' | 'mode' | 'wait'>;
