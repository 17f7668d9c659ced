import { type InterfaceRegistry } from '@roslet/interfaces';
import type { Delivery } from '@roslet/rmw';
import { z } from 'zod/v3';
import { checked } from '../checked';
import { fullTopicName } from '../domain/names';
import { inSession, type Session } from '../domain/session';
import { onlyType, topicTypes, unknownTopic } from '../domain/types-of';
import { NotFoundError, UsageError, WaitTimeoutError } from '../errors';
import { messageFilter } from '../message/filter';
import { selectField } from '../message/select';
import { messageType } from '../message/yaml-text';
import { countOrZero, positive } from '../numbers';
import { remark, write } from '../output/stdout';
import { counted } from '../output/units';
import { qosFromOptions } from '../qos/from-options';
import type { QosFlags } from '../qos/options';
import { type EchoStyle, echoText, type EchoTextOptions, rawEchoText } from './echo-text';
import { Listener } from './listener';

interface Options extends QosFlags {
  readonly once?: boolean;
  readonly timeout?: string;
  readonly field?: string;
  readonly filter?: string;
  readonly arr: boolean;
  readonly str: boolean;
  readonly fullLength?: boolean;
  readonly truncateLength: string;
  readonly csv?: boolean;
  readonly flowStyle?: boolean;
  readonly raw?: boolean;
  readonly includeMessageInfo?: boolean;
  readonly lostMessages: boolean;
  readonly json?: boolean;
}

const schema = z.object({ timeout: positive.optional(), truncateLength: countOrZero });

/**
 * `roslet topic echo`
 *
 * @throws NotFoundError, AmbiguousTypeError, UsageError, NameError, TypeNotFoundError, WaitTimeoutError (`--once` and nothing came)
 */
export async function echo(typedTopic: string, typedType: string | undefined, options: Options): Promise<void> {
  const topic = fullTopicName(typedTopic);
  const { timeout, truncateLength } = checked(schema, options);
  const wanted = qosFromOptions(options, 'sensor_data');
  const text: EchoTextOptions = {
    style: styleOf(options),
    shortening: {
      truncate: options.fullLength || options.json ? undefined : truncateLength,
      noArrays: !options.arr,
      noStrings: !options.str,
    },
    withInfo: options.includeMessageInfo ?? false,
  };
  await inSession(async (session) => {
    const { interfaces } = session.context;
    const type = typeToEcho(session, topic, typedType, options.raw ?? false);
    const textOf = options.raw ? rawEchoText(text) : textOfMessages(interfaces, type, options, text);
    const accepts = acceptance(options);
    const printed = await new Promise<boolean>((resolve) => {
      const timer = timeout === undefined ? undefined : setTimeout(() => end(false), timeout * 1000);
      const listener = new Listener(session, {
        topic,
        type,
        wanted,
        raw: options.raw ?? false,
        onMessage: (delivery) => {
          const line = accepts(delivery) ? textOf(delivery) : undefined;
          if (line === undefined) return;
          write(line);
          if (options.once) end(true);
        },
        onLost: options.lostMessages ? lossReport(topic) : undefined,
      });
      const end = (result: boolean) => {
        clearTimeout(timer);
        listener.close();
        resolve(result);
      };
      session.signal.addEventListener('abort', () => end(true));
    });
    if (!printed && options.once) throw new WaitTimeoutError(`no message on '${topic}' within ${timeout} s`);
  });
}

function styleOf({ json, csv, flowStyle, raw }: Options): EchoStyle {
  if (csv && raw) throw new UsageError('expected --csv or --raw, got both');
  if (json) return 'json';
  if (csv) return 'csv';
  return flowStyle ? 'flow' : 'yaml';
}

/** The type that was given, or else the publishers'. */
function typeToEcho(session: Session, topic: string, typed: string | undefined, raw: boolean): string {
  const { graph, interfaces } = session.context;
  const types = topicTypes(graph, topic);
  if (typed !== undefined) return raw && !interfaces.has(typed) ? typed : interfaces.message(typed).name;
  const type = onlyType('topic', topic, types);
  if (type !== undefined) return type;
  const { message } = unknownTopic(graph, topic);
  throw new NotFoundError(`${message} (to wait for it, give its type: roslet topic echo ${topic} <type>)`);
}

function textOfMessages(registry: InterfaceRegistry, type: string, { field }: Options, text: EchoTextOptions) {
  const { resolve } = registry;
  const selection =
    field === undefined
      ? { type: messageType(type), of: (message: unknown) => message }
      : selectField(resolve, type, field);
  return echoText(resolve, selection, text);
}

function acceptance({ filter, raw }: Options): (delivery: Delivery) => boolean {
  if (filter === undefined) return () => true;
  if (raw) throw new UsageError('expected --filter or --raw, got both: a filter needs decoded messages');
  const accepts = messageFilter(filter);
  return (delivery) => accepts(delivery.message);
}

function lossReport(topic: string): (count: number) => void {
  let total = 0;
  return (count) => {
    total += count;
    remark(`${topic}: ${counted(count, 'message')} lost (${total} so far)`);
  };
}
