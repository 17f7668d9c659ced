import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Broker } from '../link/link';

/** Runs a server that ends when its standard input closes, which the death of this process does, too. */
const UNTIL_INPUT_CLOSES = '"$@" >/dev/null 2>&1 & server=$!; read -r nothing; kill $server; wait $server';

export function startBroker(command: readonly string[], address: string): Broker {
  const shell = spawn('sh', ['-c', UNTIL_INPUT_CLOSES, 'sh', ...command], { stdio: ['pipe', 'ignore', 'ignore'] });
  return {
    address,
    stop: async () => {
      shell.stdin.end();
      if (shell.exitCode === null) await once(shell, 'exit');
    },
  };
}

/** Why a server cannot be used; undefined when it is installed. */
export function missingProgram(name: string): string | undefined {
  const { error } = spawnSync(name, ['--version']);
  return error === undefined ? undefined : `${name} is not installed`;
}
