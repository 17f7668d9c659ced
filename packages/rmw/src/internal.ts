/**
 * For sister packages only: no compatibility promise. What it takes to look at a domain without joining it, which loads in a fraction of
 * the time that the whole package takes.
 */
export * from './domain';
export { readGraph } from './graph/read-graph';
export { expandTopicName } from './names/expand';
export { parseGid } from './gid';
export * from './qos/policies';
export { qosMismatches } from './qos/compatibility';
