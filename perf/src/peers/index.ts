import { PerfError } from '@roslet/cli';
import type { Peer } from '../link/link';

interface PeerFile {
  readonly peer: Peer;
}

/**
 * The transports that there are. A peer's file, and with it its library, is loaded when it is used: no measuring process carries
 * the libraries of all.
 */
/* eslint-disable @typescript-eslint/no-require-imports */
const LOADERS: Readonly<Record<string, () => PeerFile>> = {
  roslet: () => require('./roslet') as PeerFile,
  'zeromq-pair': () => require('./zeromq-pair') as PeerFile,
  'zeromq-push-pull': () => require('./zeromq-push-pull') as PeerFile,
  'zeromq-pub-sub': () => require('./zeromq-pub-sub') as PeerFile,
  'unix-stream': () => require('./unix-stream') as PeerFile,
  'unix-stream-tuned': () => require('./unix-stream-tuned') as PeerFile,
  'child-process': () => require('./child-process') as PeerFile,
  'message-port': () => require('./message-port') as PeerFile,
  nats: () => require('./nats') as PeerFile,
  redis: () => require('./redis') as PeerFile,
};

/** Those that Roslet is compared with. */
export const PEER_NAMES: readonly string[] = Object.keys(LOADERS).filter((name) => name !== 'roslet');

/** @throws PerfError */
export function peerNamed(name: string): Peer {
  const load = LOADERS[name];
  if (load === undefined) throw new PerfError(`expected a transport among ${PEER_NAMES.join(', ')}, got ${name}`);
  return load().peer;
}
