import { defaultRegistry, type InterfaceRegistry } from '@roslet/interfaces';
import { UsageError } from '../errors';
import { defaultMessage } from '../message/codec';
import { messageType, YamlText } from '../message/yaml-text';
import { printJson } from '../output/json';
import { print } from '../output/stdout';

interface Options {
  readonly quotes: boolean;
  readonly json?: boolean;
}

/**
 * `roslet interface proto`
 *
 * @throws UsageError, TypeNotFoundError, TypeNameError
 */
export function proto(typed: string, options: Options): void {
  const registry = defaultRegistry();
  const name = messageOf(registry, typed);
  const message = defaultMessage(registry, name);
  if (options.json) return printJson(message);
  const text = new YamlText(registry.resolve).block(messageType(name), message);
  print(options.quotes ? `"${text}"` : text.trimEnd());
}

/** What a user fills in: the message itself, the request of a service, the goal of an action. */
function messageOf(registry: InterfaceRegistry, typed: string): string {
  const name = registry.fullName(typed);
  const kind = name.split('/')[1];
  if (kind === 'msg' || /_(Request|Response|Event|Goal|Result|Feedback)$/.test(name))
    return registry.resolve(name).name;
  if (kind === 'srv') return registry.service(name).request.name;
  if (kind === 'action') return registry.action(name).goal.name;
  throw new UsageError(`expected a message, service or action, got '${typed}'`);
}
