import { Context, type Node } from '@roslet/rmw';
import { payloadOf, type Payload } from './payload';
import type { PayloadFacts, Setup } from './protocol';

/** What each role has: a node of its own in the domain, and the message. */
export class Station {
  readonly setup: Setup;
  readonly context: Context;
  readonly node: Node;
  readonly payload: Payload;
  readonly type: string;

  constructor(setup: Setup) {
    this.setup = setup;
    this.context = new Context({ wait: setup.wait });
    this.context.setRef(true);
    this.type = this.context.interfaces.message(setup.type).name;
    this.payload = payloadOf(this.context.interfaces, this.type, setup.size);
    this.node = this.context.createNode(`roslet_perf_${process.argv[2]}_${process.pid}`, '/', { active: true });
  }

  get facts(): PayloadFacts {
    const { bytes, serialized } = this.payload;
    return { type: this.type, payloadBytes: bytes, serializedBytes: serialized.byteLength };
  }

  publisher(topic: string) {
    const { qos, maxBytes } = this.setup;
    return this.node.createPublisher(this.type, topic, qos, { maxBytes });
  }

  close(): void {
    this.context.close();
  }
}

/** Processor time of this process, in seconds. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
