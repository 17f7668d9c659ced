import type { EndpointInfo, EndpointKind, NameAndTypes } from '@roslet/rmw';
import { isHidden } from '../domain/hidden';
import { type GraphView, lookAtGraph } from '../domain/look';
import { fullNodeName } from '../domain/names';
import { nearMiss } from '../domain/near-miss';
import { NotFoundError } from '../errors';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

interface Options {
  readonly includeHidden?: boolean;
  readonly json?: boolean;
}

/** What a node has, by ROS 2's headings. */
interface Inventory {
  readonly subscribers: readonly NameAndTypes[];
  readonly publishers: readonly NameAndTypes[];
  readonly serviceServers: readonly NameAndTypes[];
  readonly serviceClients: readonly NameAndTypes[];
  readonly actionServers: readonly NameAndTypes[];
  readonly actionClients: readonly NameAndTypes[];
}

const HEADINGS: readonly (readonly [string, keyof Inventory])[] = [
  ['Subscribers', 'subscribers'],
  ['Publishers', 'publishers'],
  ['Service Servers', 'serviceServers'],
  ['Service Clients', 'serviceClients'],
  ['Action Servers', 'actionServers'],
  ['Action Clients', 'actionClients'],
];

/**
 * `roslet node info`
 *
 * @throws NotFoundError
 */
export function info(typed: string, options: Options): void {
  const node = fullNodeName(typed);
  const endpoints = lookAtGraph((graph) => endpointsOf(graph, node));
  const inventory = inventoryOf(endpoints, options.includeHidden ?? false);
  if (options.json) printJson({ node, ...inventory });
  else print(...inventoryLines(node, inventory));
}

function endpointsOf(graph: GraphView, node: string): readonly EndpointInfo[] {
  const names = graph.nodes().map(({ fullName }) => fullName);
  if (!names.includes(node)) throw new NotFoundError(`unable to find node '${node}'${nearMiss(node, names)}`);
  return graph.endpointsOf(node);
}

function inventoryOf(endpoints: readonly EndpointInfo[], includeHidden: boolean): Inventory {
  const of = (kind: EndpointKind) =>
    byName(endpoints.filter((endpoint) => endpoint.kind === kind)).filter(
      ({ name }) => includeHidden || !isHidden(name),
    );
  return {
    subscribers: of('subscription'),
    publishers: of('publisher'),
    serviceServers: of('service'),
    serviceClients: of('client'),
    actionServers: actions(endpoints, 'service'),
    actionClients: actions(endpoints, 'client'),
  };
}

/** An action is known by its service `…/_action/send_goal`. */
function actions(endpoints: readonly EndpointInfo[], kind: EndpointKind): NameAndTypes[] {
  return byName(endpoints.filter((endpoint) => endpoint.kind === kind)).flatMap(({ name, types }) => {
    const action = /^(.+)\/_action\/send_goal$/.exec(name)?.[1];
    return action === undefined ? [] : [{ name: action, types: types.map((type) => type.replace(/_SendGoal$/, '')) }];
  });
}

function byName(endpoints: readonly EndpointInfo[]): NameAndTypes[] {
  const types = new Map<string, Set<string>>();
  for (const { name, type } of endpoints) types.set(name, (types.get(name) ?? new Set()).add(type));
  return [...types].map(([name, of]) => ({ name, types: [...of].sort() }));
}

function inventoryLines(node: string, inventory: Inventory): string[] {
  return [
    node,
    ...HEADINGS.flatMap(([title, key]) => [
      `  ${title}:`,
      ...inventory[key].map(({ name, types }) => `    ${name}: ${types.join(', ')}`),
    ]),
  ];
}
