import { rmSync } from 'node:fs';
import type { Answer, Call, RoleName, Setup } from './protocol';
import { echoer } from './roles/echoer';
import { pinger } from './roles/pinger';
import { reader } from './roles/reader';
import { receiver } from './roles/receiver';
import { sender } from './roles/sender';
import { stager } from './roles/stager';
import { Station } from './station';

/** A measuring process: `worker.js <role>`, started by `PerfProcess` with a channel. */

type Role = Readonly<Record<string, (argument: never) => unknown>>;

const ROLES: Readonly<Record<RoleName, (station: Station) => Role>> = {
  pinger,
  echoer,
  sender,
  receiver,
  stager,
  reader,
};

let station: Station | undefined;
let role: Role | undefined;

function answer(reply: Answer): void {
  process.send?.(reply);
}

async function perform({ method, argument }: Call): Promise<unknown> {
  if (method === 'setUp') {
    station = new Station(argument as Setup);
    role = ROLES[process.argv[2] as RoleName](station);
    return station.facts;
  }
  if (method === 'close') {
    station?.close();
    process.exit();
  }
  return (role?.[method] as (given: unknown) => unknown)(argument);
}

process.on('message', (call: Call) => {
  perform(call).then(
    (result) => answer({ id: call.id, result }),
    (error: unknown) => {
      const { message, code } = error as { message?: string; code?: string };
      answer({ id: call.id, error: { message: message ?? String(error), code } });
    },
  );
});

// The coordinator died: nobody else removes the directory that it made for this run.
process.on('disconnect', () => {
  station?.close();
  const temporary = process.env.ROSLET_PERF_TEMPORARY;
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  process.exit();
});

// Ctrl-C reaches the whole group; the coordinator ends the others.
process.on('SIGINT', () => undefined);
