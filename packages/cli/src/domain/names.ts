import { expandTopicName } from '@roslet/rmw/internal';

/**
 * The full name of a topic or service as it is typed: `chatter` is `/chatter`.
 *
 * @throws NameError
 */
export function fullTopicName(typed: string): string {
  return expandTopicName(typed, 'roslet_cli', '/');
}

/** The full name of a node as it is typed. */
export function fullNodeName(typed: string): string {
  return typed.startsWith('/') ? typed : `/${typed}`;
}
