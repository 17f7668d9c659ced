import { readFileSync } from 'node:fs';
import type { ActionDescription, MessageDescription, ServiceDescription } from '../model';
import { formatInterfaceName, type InterfaceName } from '../names';
import type * as IdlParser from '../parse/idl';
import type { DefinitionFile } from './package-directory';
import { parseAction, parseMessage, parseService, type ParseOptions } from '../parse/interface-file';

/** The text that defines an interface, and where it is from. */
export interface InterfaceSource {
  /** Full name, `package/kind/Name`. */
  readonly name: string;
  readonly text: string;
  readonly format: 'rosidl' | 'idl';
  /** Path of the file; undefined for a definition added by `define`. */
  readonly path?: string;
  /** For people: which of the registry's sources it came from. */
  readonly origin: string;
}

export type ParsedInterface =
  | { readonly kind: 'msg'; readonly message: MessageDescription }
  | { readonly kind: 'srv'; readonly service: ServiceDescription }
  | { readonly kind: 'action'; readonly action: ActionDescription };

/** Reads the file no earlier than its text is wanted. */
export function sourceInFile(name: string, file: DefinitionFile, origin: string): InterfaceSource {
  return {
    name,
    get text() {
      return readFileSync(file.path, 'utf8');
    },
    format: file.format,
    path: file.path,
    origin,
  };
}

/** @throws InterfaceSyntaxError */
export function parseInterface(
  name: InterfaceName,
  source: InterfaceSource,
  ownsHeader: () => boolean,
): ParsedInterface {
  if (source.format === 'idl') {
    // Its parser is needed by few and takes 12 ms to load.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { parseIdlInterface } = require('../parse/idl') as typeof IdlParser;
    return parseIdlInterface(name, source.text, source.path ?? source.name);
  }
  const full = formatInterfaceName(name);
  const options: ParseOptions = { file: source.path ?? full, ownsHeader };
  switch (name.kind) {
    case 'msg':
      return { kind: 'msg', message: parseMessage(full, source.text, options) };
    case 'srv':
      return { kind: 'srv', service: parseService(full, source.text, options) };
    case 'action':
      return { kind: 'action', action: parseAction(full, source.text, options) };
  }
}

/** The structure with a derived suffix (`Request`, `SendGoal_Response`, …) of a service or action. */
export function derivedStructure(parsed: ParsedInterface, suffix: string): MessageDescription | undefined {
  if (parsed.kind === 'srv') return partOfService(parsed.service, suffix);
  if (parsed.kind !== 'action') return undefined;
  const { action } = parsed;
  const [first = '', part = ''] = suffix.split('_');
  if (first === 'SendGoal') return partOfService(action.sendGoal, part);
  if (first === 'GetResult') return partOfService(action.getResult, part);
  const parts: Record<string, MessageDescription> = {
    Goal: action.goal,
    Result: action.result,
    Feedback: action.feedback,
    FeedbackMessage: action.feedbackMessage,
  };
  return parts[suffix];
}

function partOfService(service: ServiceDescription, part: string): MessageDescription | undefined {
  if (part === 'Request') return service.request;
  if (part === 'Response') return service.response;
  return part === 'Event' ? service.event : undefined;
}
