import { answerCalls } from './answer-calls';
import type { Call, RoleName, Setup } from './protocol';
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

async function perform({ method, argument }: Call): Promise<unknown> {
  if (method === 'setUp') {
    station = new Station(argument as Setup);
    role = ROLES[process.argv[2] as RoleName](station);
    return station.facts;
  }
  return (role?.[method] as (given: unknown) => unknown)(argument);
}

answerCalls({ perform, close: () => station?.close() });
