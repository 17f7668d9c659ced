import { InterfaceSyntaxError } from '../errors';

/** One line of a definition file, with its number in that file (from 1). */
export interface SourceLine {
  readonly number: number;
  /** Tabs as spaces, no trailing blanks. */
  readonly text: string;
}

/** What is being parsed and under which name. */
export interface ParseContext {
  /** Named in error messages. */
  readonly file: string;
  /** Package that nested names without a package belong to. */
  readonly package: string;
  /**
   * Whether the package itself defines the message `Header`. Bare `Header` means that one if so, and
   * std_msgs/msg/Header (the ROS 1 habit that lives on in many files) if not.
   */
  readonly ownsHeader?: () => boolean;
}

export function splitLines(text: string): SourceLine[] {
  const withoutByteOrderMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return withoutByteOrderMark
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/\t/g, ' ').trimEnd() }));
}

const SEPARATOR = '---';

/**
 * Cuts a .srv or .action file at its `---` lines.
 *
 * @throws InterfaceSyntaxError unless there are exactly as many sections as `names`.
 */
export function splitSections(file: string, text: string, names: readonly string[]): SourceLine[][] {
  const sections: SourceLine[][] = [[]];
  for (const line of splitLines(text)) {
    if (line.text !== SEPARATOR) {
      sections[sections.length - 1]?.push(line);
      continue;
    }
    if (sections.length === names.length) {
      throw new InterfaceSyntaxError(
        file,
        line.number,
        `expected ${names.length - 1} line(s) of '---' (between ${names.join(', ')}), saw one more here; remove it`,
      );
    }
    sections.push([]);
  }
  if (sections.length < names.length) {
    const lines = splitLines(text);
    throw new InterfaceSyntaxError(
      file,
      lines.length,
      `expected ${names.length - 1} line(s) of '---' between ${names.join(', ')}, saw ${sections.length - 1}`,
    );
  }
  return sections;
}
