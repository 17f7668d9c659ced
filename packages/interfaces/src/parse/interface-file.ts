import type { ActionDescription, MessageDescription, ServiceDescription } from '../model';
import { deriveAction, deriveService } from './derived';
import { splitLines, splitSections, type ParseContext } from './source-text';
import { parseStructure } from './structure';

export interface ParseOptions {
  /** Named in error messages; by default the interface's full name. */
  readonly file?: string;
  /** Whether the package has a message `Header` of its own (see `ParseContext`). */
  readonly ownsHeader?: () => boolean;
}

function contextOf(name: string, options: ParseOptions): ParseContext {
  return {
    file: options.file ?? name,
    package: name.split('/')[0] ?? '',
    ...(options.ownsHeader === undefined ? {} : { ownsHeader: options.ownsHeader }),
  };
}

/**
 * Parses the text of a .msg file.
 *
 * @param name full name, `package/msg/Name`
 * @throws InterfaceSyntaxError
 */
export function parseMessage(name: string, text: string, options: ParseOptions = {}): MessageDescription {
  return parseStructure(name, splitLines(text), contextOf(name, options));
}

/**
 * Parses the text of a .srv file.
 *
 * @param name full name, `package/srv/Name`
 * @throws InterfaceSyntaxError
 */
export function parseService(name: string, text: string, options: ParseOptions = {}): ServiceDescription {
  const context = contextOf(name, options);
  const [request = [], response = []] = splitSections(context.file, text, ['request', 'response']);
  return deriveService(
    name,
    parseStructure(`${name}_Request`, request, context),
    parseStructure(`${name}_Response`, response, context),
  );
}

/**
 * Parses the text of a .action file.
 *
 * @param name full name, `package/action/Name`
 * @throws InterfaceSyntaxError
 */
export function parseAction(name: string, text: string, options: ParseOptions = {}): ActionDescription {
  const context = contextOf(name, options);
  const [goal = [], result = [], feedback = []] = splitSections(context.file, text, ['goal', 'result', 'feedback']);
  return deriveAction(
    name,
    parseStructure(`${name}_Goal`, goal, context),
    parseStructure(`${name}_Result`, result, context),
    parseStructure(`${name}_Feedback`, feedback, context),
  );
}
