import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { RosletError } from '../errors';
import { InterfaceRegistry } from '../registry/interface-registry';
import { shippedTypesFile, userTypesFile } from './files';

const USAGE = `Usage: roslet-generate-types [options] [directory...]

Writes TypeScript declarations of the interfaces in the directories (packages, folders of packages, colcon src or
install trees), in ROSLET_INTERFACE_PATH and in AMENT_PREFIX_PATH. Include the file in your tsconfig.json.

  --out <file>      where to write (default: standard output)
  --module <name>   the package your program imports Roslet by (default: roslet)
  --type <name>     only this interface and what is nested in it; may be given more than once
  --shipped         the interfaces that ship with Roslet, as the package itself contains them
  --help            this text
`;

/** What the command reads and writes besides files. */
export interface CommandStreams {
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Runs `roslet-generate-types` and returns its exit code. */
export function runGenerateTypes(argv: readonly string[], streams: CommandStreams): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        module: { type: 'string' },
        type: { type: 'string', multiple: true },
        shipped: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      streams.write(USAGE);
      return 0;
    }
    const text = values.shipped ? shippedTypesFile() : userTypes(positionals, values.type, values.module);
    if (values.out === undefined) streams.write(text);
    else writeFile(values.out, text);
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    streams.complain(`${error.message}\n`);
    return 1;
  }
}

function userTypes(directories: string[], types: string[] | undefined, module: string | undefined): string {
  const registry = new InterfaceRegistry({ directories });
  const names = types?.map((name) => registry.fullName(name));
  return userTypesFile(registry, { ...(names ? { names } : {}), ...(module === undefined ? {} : { module }) });
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A mistake of the user's: a wrong option, a wrong definition, a file that cannot be written. */
function isExpected(error: unknown): error is Error {
  if (error instanceof RosletError) return true;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' && (code.startsWith('ERR_PARSE_ARGS') || /^E[A-Z]+$/.test(code));
}
