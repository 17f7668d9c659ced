import { type Endpoint } from '../graph/endpoint';
import { isProvider, type World } from '../graph/world';
import { START } from '../native';
import { qosMismatches } from '../qos/compatibility';
import { DurabilityPolicy } from '../qos/policies';
import { incompatibleQos, incompatibleType } from './mismatch-text';
import { type LocalEndpoint } from './local-endpoint';
import { type RmwWarning } from '../warnings';

/**
 * Decides which endpoints talk to each other: same fully qualified name, same type, and for topics QoS by DDS's request-offered
 * rules. (Requests and responses always travel reliably, which satisfies any request, so the QoS of services decides nothing.)
 *
 * Each pair with a local side is looked at once, when the later of the two is introduced.
 */
export class Matchmaker {
  readonly #world: World;
  readonly #warn: (warning: RmwWarning) => void;

  constructor(world: World, warn: (warning: RmwWarning) => void) {
    this.#world = world;
    this.#warn = warn;
  }

  /** Pairs an endpoint that was just added to the world. */
  introduce(newcomer: Endpoint): void {
    for (const peer of this.#world.counterparts(newcomer.kind, newcomer.name)) {
      if (newcomer.local === undefined && peer.local === undefined) continue;
      if (isProvider(newcomer.kind)) this.#consider(newcomer, peer, newcomer);
      else this.#consider(peer, newcomer, newcomer);
    }
  }

  /** Tells the counterparts of an endpoint that was just removed from the world. */
  part(leaver: Endpoint): void {
    for (const peer of this.#world.counterparts(leaver.kind, leaver.name)) peer.local?.unmatch(leaver);
  }

  #consider(provider: Endpoint, consumer: Endpoint, newcomer: Endpoint): void {
    if (!sameType(provider, consumer)) return this.#refuseType(provider, consumer);
    const [first] = provider.kind === 'publisher' ? qosMismatches(provider.qos, consumer.qos) : [];
    if (first !== undefined) {
      provider.local?.refuseQos(consumer, first);
      consumer.local?.refuseQos(provider, first);
      const reporter = reporterOf(provider, consumer);
      if (reporter) this.#warn(incompatibleQos(provider, consumer, first, reporter));
      return;
    }
    // The reading side first: a publisher must not count on a reader that has not begun to read.
    consumer.local?.match(provider, startOf(consumer.local, provider, newcomer));
    provider.local?.match(consumer, startOf(provider.local, consumer, newcomer));
  }

  #refuseType(provider: Endpoint, consumer: Endpoint): void {
    provider.local?.refuseType(consumer);
    consumer.local?.refuseType(provider);
    const reporter = reporterOf(provider, consumer);
    if (reporter) this.#warn(incompatibleType(provider, consumer, reporter));
  }
}

/** Where `reader` begins to read `writer`: at its latched history, at what comes from now on, or at its very first message. */
function startOf(reader: LocalEndpoint, writer: Endpoint, newcomer: Endpoint): number {
  const latched = DurabilityPolicy.TRANSIENT_LOCAL;
  if (reader.endpoint.kind === 'subscription' && reader.endpoint.qos.durability === latched) return START.history;
  if (newcomer === reader.endpoint) return START.head;
  // A local writer that is being created is younger than any local reader; a remote one is when it appears after others could see us.
  return writer.local !== undefined || reader.announced ? START.beginning : START.head;
}

/** Hashes are compared where both sides know theirs. */
function sameType(one: Endpoint, other: Endpoint): boolean {
  if (one.type !== other.type) return false;
  return one.typeHash === other.typeHash || one.typeHash === '' || other.typeHash === '';
}

/**
 * The local endpoint that reports a pair that does not fit, so that a process reports it once: the consumer when it is local; the
 * provider, unless the consumer's context lives in this process, too, and reports it there.
 */
function reporterOf(provider: Endpoint, consumer: Endpoint): Endpoint | undefined {
  if (consumer.local !== undefined) return consumer;
  return consumer.node.pid === process.pid ? undefined : provider;
}
