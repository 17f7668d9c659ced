import path from 'node:path';
import { InterfaceRegistry } from '@roslet/interfaces';
import {
  type Client,
  Context,
  type Delivery,
  HistoryPolicy,
  type Node,
  type Publisher,
  QosProfiles,
  type QosProfile,
  type Service,
} from '@roslet/rmw';
import type { End, Link, Peer, Task } from '../link/link';
import { STAMP_BYTES } from '../link/stamp';
import { bytesAhead } from './bytes-ahead';

/** Reliable, and nothing is dropped. */
const QOS: QosProfile = { ...QosProfiles.default, history: HistoryPolicy.KEEP_ALL };

const TYPE = 'std_msgs/msg/UInt8MultiArray';
const SERVICE = 'roslet_perf_msgs/srv/Echo';

/** What CDR of little-endian machines begins with. */
const ENCAPSULATION = [0, 1, 0, 0];

interface Bytes {
  readonly data: Uint8Array;
}

export const peer: Peer = {
  name: 'roslet',
  about:
    '@roslet/rmw: RELIABLE KEEP_ALL; copy: std_msgs/UInt8MultiArray encoded by publish() and decoded in the callback; ' +
    'raw: bytes by publishBytes() and to a raw subscription; loan: written in a borrowed record and read in place (an echo is a ' +
    'new message with the stamp of the old)',
  exchanges: ['roundTrip', 'oneWay', 'serviceCall'],

  async open(end) {
    const { task, side } = end;
    const interfaces = new InterfaceRegistry({ directories: [path.join(__dirname, '..', '..', 'interfaces')] });
    const context = new Context({ wait: task.wait, interfaces });
    context.setRef(true);
    const node = context.createNode(`perf_${side}`, '/', { active: true });
    if (task.exchange === 'serviceCall') return serviceLink(node, end);
    return topicLink(node, end);
  },
};

async function topicLink(node: Node, { side, task, receive }: End): Promise<Link> {
  const loan = task.mode === 'loan';
  const raw = task.mode === 'raw' || loan;
  const there = side === 'near' ? '/there' : '/back';
  const back = side === 'near' ? '/back' : '/there';
  const sends = side === 'near' || task.exchange === 'roundTrip';
  const receives = side === 'far' || task.exchange === 'roundTrip';
  const publisher = sends
    ? node.createPublisher<Bytes>(TYPE, there, QOS, { maxBytes: bytesAhead(task.size) })
    : undefined;
  const deliver = raw
    ? (delivery: Delivery) => {
        receive(delivery.bytes);
        delivery.release();
      }
    : ({ message }: Delivery<Bytes>) => receive(message.data);
  const subscription = receives ? node.createSubscription<Bytes>(TYPE, back, QOS, deliver, { raw, loan }) : undefined;
  await node.context.graph.waitFor(() => publisher?.subscriptionCount !== 0 && subscription?.publisherCount !== 0);

  if (loan) return loanLink(node, task, publisher);
  const headerBytes = raw ? ENCAPSULATION.length : 0;
  const memory = new Uint8Array(headerBytes + task.size);
  if (raw) memory.set(ENCAPSULATION);
  const publish = (payload: Uint8Array) =>
    raw ? publisher?.publishBytes(payload) : publisher?.publish({ data: payload });
  return {
    headerBytes,
    payload: () => memory,
    send: (payload) => (publish(payload)?.status === 'backpressured' ? whenReady(payload) : undefined),
    close: () => node.context.close(),
  };

  async function whenReady(payload: Uint8Array): Promise<void> {
    do await publisher?.ready();
    while (publish(payload)?.status === 'backpressured');
  }
}

/** The next record is borrowed as soon as the last one is sent, so that there is memory to write in. */
function loanLink(node: Node, { size }: Task, publisher: Publisher<Bytes> | undefined): Link {
  const headerBytes = ENCAPSULATION.length;
  let next = publisher?.borrow(headerBytes + size);
  return {
    headerBytes,
    payload: () => next?.bytes ?? new Uint8Array(),
    send(payload) {
      if (publisher === undefined || next === undefined) return fail(new Error('nothing was borrowed'));
      if (payload !== next.bytes) next.bytes.set(payload.subarray(headerBytes, headerBytes + STAMP_BYTES), headerBytes);
      publisher.publishLoan(next);
      next = publisher.borrow(headerBytes + size);
      return next === undefined ? whenReady(publisher) : undefined;
    },
    close: () => node.context.close(),
  };

  async function whenReady(from: Publisher<Bytes>): Promise<void> {
    do await from.ready();
    while ((next = from.borrow(headerBytes + size)) === undefined);
  }
}

async function serviceLink(node: Node, { side, task, receive }: End): Promise<Link> {
  const memory = new Uint8Array(task.size);
  const link = (send: (payload: Uint8Array) => void): Link => ({
    headerBytes: 0,
    payload: () => memory,
    send: (payload) => void send(payload),
    close: () => node.context.close(),
  });
  if (side === 'near') {
    const client: Client<Bytes, Bytes> = node.createClient(SERVICE, '/echo');
    await client.waitForServer();
    return link((data) => client.send({ data }, (response) => receive(response.data), fail));
  }
  let open: Delivery<Bytes> | undefined;
  const service: Service<Bytes, Bytes> = node.createService(SERVICE, '/echo', (request: Delivery<Bytes>) => {
    open = request;
    receive(request.message.data);
  });
  return link((data) => {
    if (open !== undefined) service.respond(open, { data });
  });
}

function fail(error: unknown): never {
  throw error;
}
