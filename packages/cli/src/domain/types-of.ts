import type { NameAndTypes } from '@roslet/rmw';
import { AmbiguousTypeError, NotFoundError } from '../errors';
import type { GraphView } from './look';
import { nearMiss } from './near-miss';

/** The types of a topic, none when it is not there. */
export function topicTypes(graph: GraphView, topic: string): readonly string[] {
  return find(graph.topics(), topic)?.types ?? [];
}

/** The types of a service, none when it is not there. */
export function serviceTypes(graph: GraphView, service: string): readonly string[] {
  return find(graph.services(), service)?.types ?? [];
}

export function unknownTopic(graph: GraphView, topic: string): NotFoundError {
  const known = graph.topics().map(({ name }) => name);
  return new NotFoundError(`unknown topic '${topic}'${nearMiss(topic, known)}`);
}

export function unknownService(graph: GraphView, service: string): NotFoundError {
  const known = graph.services().map(({ name }) => name);
  return new NotFoundError(`unknown service '${service}'${nearMiss(service, known)}`);
}

/** @throws AmbiguousTypeError */
export function onlyType(kind: 'topic' | 'service', name: string, types: readonly string[]): string | undefined {
  if (types.length <= 1) return types[0];
  throw new AmbiguousTypeError(
    `the ${kind} '${name}' has more than one type (${types.join(', ')}); say which one, behind its name`,
  );
}

function find(all: readonly NameAndTypes[], name: string): NameAndTypes | undefined {
  return all.find((each) => each.name === name);
}
