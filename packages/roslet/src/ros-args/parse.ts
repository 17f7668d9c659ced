import { parseRemapRule as parseRule, type RemapRule } from '@roslet/rmw';
import { ValidationError } from '../errors';
import { parseLogLevel, type LogLevelRule } from './log-level';
import type * as parameterRules from './parameter-rules';
import type { ParameterOverride } from './parameter-rules';

const BEGIN = '--ros-args';
const END = '--';

/** What a command line says to ROS, and what is left of it. */
export interface RosArguments {
  /** In the order given; the first rule that fits a name wins. */
  readonly remaps: readonly RemapRule[];
  /** In the order given; a later one for the same parameter wins. */
  readonly parameters: readonly ParameterOverride[];
  readonly logLevels: readonly LogLevelRule[];
  readonly enclave: string | undefined;
  /** False after `--disable-stdout-logs`: loggers write nothing to the console. */
  readonly consoleLogs: boolean;
  /** False after `--disable-rosout-logs`. */
  readonly rosoutLogs: boolean;
  /** The arguments that are not meant for ROS. */
  readonly rest: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };
type Parsed = Mutable<RosArguments>;

/** Flags with one value, by their names. */
const VALUE_FLAGS: Record<string, (parsed: Parsed, value: string) => void> = {
  '--remap': (parsed, value) => parsed.remaps.push(remapRule(value)),
  '--param': (parsed, value) => parsed.parameters.push(rules().parseParameterRule(value)),
  '--params-file': (parsed, value) => parsed.parameters.push(...rules().readParametersFile(value)),
  '--log-level': (parsed, value) => parsed.logLevels.push(parseLogLevel(value)),
  '--enclave': (parsed, value) => {
    parsed.enclave = value;
  },
  // Understood and without effect here: there is no log file to configure.
  '--log-config-file': () => undefined,
  '--log-file-name': () => undefined,
};

const SHORT_FLAGS: Record<string, string> = { '-r': '--remap', '-p': '--param', '-e': '--enclave' };

/** Flags without a value: whether logs go to the console, to /rosout, or to an external library (which there is none). */
const SWITCH_FLAGS: Record<string, (parsed: Parsed, on: boolean) => void> = {
  'stdout-logs': (parsed, on) => {
    parsed.consoleLogs = on;
  },
  'rosout-logs': (parsed, on) => {
    parsed.rosoutLogs = on;
  },
  'external-lib-logs': () => undefined,
};

/**
 * Reads a command line by the rules of rcl: ROS arguments lie between `--ros-args` and `--` or the end, in any number of
 * such groups.
 *
 * @throws {ValidationError} `INVALID_ROS_ARGUMENTS` for an argument in such a group that is not understood, and
 *   `INVALID_PARAMETERS_FILE` for a parameters file that cannot be read
 */
export function parseRosArguments(argv: readonly string[]): RosArguments {
  const parsed: Parsed = {
    remaps: [],
    parameters: [],
    logLevels: [],
    enclave: undefined,
    consoleLogs: true,
    rosoutLogs: true,
    rest: [],
  };
  const { groups, rest } = splitArguments(argv);
  parsed.rest = rest;
  for (const group of groups) parseGroup(parsed, group);
  return parsed;
}

/** The command line without its ROS arguments. */
export function withoutRosArguments(argv: readonly string[]): string[] {
  return splitArguments(argv).rest;
}

function splitArguments(argv: readonly string[]): { groups: string[][]; rest: string[] } {
  const groups: string[][] = [];
  const rest: string[] = [];
  let group: string[] | undefined;
  for (const argument of argv) {
    if (argument === BEGIN) {
      // Within a group it changes nothing, as in rcl.
      if (group === undefined) groups.push((group = []));
    } else if (group !== undefined && argument === END) {
      group = undefined;
    } else {
      (group ?? rest).push(argument);
    }
  }
  return { groups, rest };
}

function parseGroup(parsed: Parsed, group: readonly string[]): void {
  for (let i = 0; i < group.length; i++) {
    const argument = group[i] as string;
    const takeValue = VALUE_FLAGS[SHORT_FLAGS[argument] ?? argument];
    if (takeValue !== undefined) {
      const value = group[++i];
      if (value === undefined) throw invalid(`expected a value after ${argument}, got the end of the arguments`);
      takeValue(parsed, value);
    } else if (!applySwitch(parsed, argument)) {
      throw invalid(
        `unknown ROS argument '${argument}'; arguments of the program itself go before ${BEGIN} or after '${END}'`,
      );
    }
  }
}

function applySwitch(parsed: Parsed, argument: string): boolean {
  const match = /^--(enable|disable)-(.+)$/.exec(argument);
  const apply = match?.[2] === undefined ? undefined : SWITCH_FLAGS[match[2]];
  if (apply === undefined) return false;
  apply(parsed, match?.[1] === 'enable');
  return true;
}

function remapRule(text: string): RemapRule {
  try {
    return parseRule(text);
  } catch (error) {
    throw invalid((error as Error).message, error);
  }
}

/** Loaded on demand: a YAML parser takes longer to load than all of this library, and few programs are given parameters. */
function rules(): typeof parameterRules {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would be neither lazy nor synchronous
  return require('./parameter-rules') as typeof parameterRules;
}

function invalid(message: string, cause?: unknown): ValidationError {
  return new ValidationError(message, { code: 'INVALID_ROS_ARGUMENTS', cause });
}
