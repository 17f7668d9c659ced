import { isHidden } from '../domain/hidden';
import { type GraphView, lookAtGraph } from '../domain/look';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { counted } from '../output/units';

interface Options {
  readonly showTypes?: boolean;
  readonly countTopics?: boolean;
  readonly verbose?: boolean;
  readonly includeHiddenTopics?: boolean;
  readonly json?: boolean;
}

export interface TopicSummary {
  readonly name: string;
  readonly types: readonly string[];
  readonly publishers: number;
  readonly subscriptions: number;
}

/** `roslet topic list` */
export function list(options: Options): void {
  const topics = lookAtGraph((graph) => shownTopics(graph, options.includeHiddenTopics ?? false));
  if (options.json) printJson(topics);
  else if (options.countTopics) print(String(topics.length));
  else if (options.verbose) print(...verboseLines(topics));
  else print(...topics.map((topic) => (options.showTypes ? typedName(topic) : topic.name)));
}

export function shownTopics(graph: GraphView, hidden: boolean): TopicSummary[] {
  return graph
    .topics()
    .filter(({ name }) => hidden || !isHidden(name))
    .map(({ name, types }) => ({
      name,
      types,
      publishers: graph.publishers(name).length,
      subscriptions: graph.subscriptions(name).length,
    }));
}

function verboseLines(topics: readonly TopicSummary[]): string[] {
  const published = topics.filter(({ publishers }) => publishers > 0);
  const subscribed = topics.filter(({ subscriptions }) => subscriptions > 0);
  return [
    'Published topics:',
    ...published.map((topic) => ` * ${typedName(topic)} ${counted(topic.publishers, 'publisher')}`),
    '',
    'Subscribed topics:',
    ...subscribed.map((topic) => ` * ${typedName(topic)} ${counted(topic.subscriptions, 'subscriber')}`),
    '',
  ];
}

function typedName({ name, types }: TopicSummary): string {
  return `${name} [${types.join(', ')}]`;
}
