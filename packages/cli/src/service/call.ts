import { compileCodec } from '@roslet/interfaces';
import type { Client } from '@roslet/rmw';
import { z } from 'zod/v3';
import { checked } from '../checked';
import { fullTopicName } from '../domain/names';
import { nearMiss } from '../domain/near-miss';
import { inSession, pause, type Session } from '../domain/session';
import { serviceTypes } from '../domain/types-of';
import { AmbiguousTypeError, WaitTimeoutError } from '../errors';
import { readStdin } from '../input/stdin';
import { complete } from '../message/codec';
import { messageFromYaml } from '../message/from-yaml';
import { pythonText } from '../message/python-text';
import { messageType } from '../message/yaml-text';
import { positive } from '../numbers';
import { printJson } from '../output/json';
import { print, remark } from '../output/stdout';

interface Options {
  readonly rate?: string;
  readonly timeout?: string;
  readonly stdin?: boolean;
  readonly json?: boolean;
}

const schema = z.object({ rate: positive.optional(), timeout: positive.optional() });

/**
 * `roslet service call`
 *
 * @throws UsageError, NameError, TypeNotFoundError, MessageError, AmbiguousTypeError, WaitTimeoutError, and the client's errors
 */
export async function call(typedName: string, typedType: string, values: string, options: Options): Promise<void> {
  const name = fullTopicName(typedName);
  const { rate, timeout } = checked(schema, options);
  const text = options.stdin ? await readStdin() : values;
  await inSession(async (session) => {
    const { interfaces } = session.context;
    const service = interfaces.service(typedType);
    const request = messageFromYaml(interfaces.resolve, service.request.name, text);
    const codec = compileCodec(service.request.name, interfaces.resolve);
    complete(codec, request.message);
    const client = session.node.createClient(service.name, name);
    await waitForService(session, client, timeout);
    for (let due = performance.now(); !session.signal.aborted;) {
      request.stamp();
      if (!options.json) say('requester: making request', service.request.name, complete(codec, request.message));
      const limit = timeout === undefined ? undefined : timeout * 1000;
      const response: unknown = await client.call(request.message, { timeout: limit, signal: session.signal });
      if (options.json) printJson(response);
      else say('response', service.response.name, response);
      if (rate === undefined) return;
      due += 1000 / rate;
      await pause(Math.max(0, due - performance.now()), session.signal);
    }

    function say(what: string, type: string, message: unknown): void {
      const separator = what === 'response' ? '\n' : ' ';
      print(`${what}:${separator}${pythonText(interfaces.resolve, messageType(type), message)}\n`);
    }
  });
}

/** @throws AmbiguousTypeError when the service is there, but of another type; WaitTimeoutError */
async function waitForService(
  { context, signal }: Session,
  client: Client,
  timeout: number | undefined,
): Promise<void> {
  if (client.isServerAvailable()) return;
  const { graph } = context;
  const types = graph.serviceServers(client.name).map(({ type }) => type);
  if (types.length > 0) {
    throw new AmbiguousTypeError(`the service '${client.name}' is of type ${types[0]}, not ${client.type}`);
  }
  const known = graph
    .services()
    .map(({ name }) => name)
    .filter((name) => name !== client.name && serviceTypes(graph, name).length > 0);
  remark(`waiting for service '${client.name}' to become available...${nearMiss(client.name, known).replace(';', '')}`);
  if (await client.waitForServer(timeout === undefined ? -1 : timeout * 1000, { signal })) return;
  throw new WaitTimeoutError(`no server of '${client.name}' appeared within ${timeout} s`);
}
