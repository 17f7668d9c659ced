import { PerfError } from '@roslet/cli';
import type { Exchange } from '../link/link';
import { type ProgramName, runProgram } from '../native/programs';
import type { Contestant, Job } from './contestant';
import { type Figures, oneWayFigures } from './metrics';

interface NativeFacts {
  readonly program: ProgramName;
  readonly options: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
  readonly about: string;
}

/** What the machine can do, in C++ and without any library: bounds more than rivals. */
const NATIVE: Readonly<Record<string, NativeFacts>> = {
  'native-memcpy': {
    program: 'memcpy_bound',
    options: {},
    exchanges: ['oneWay'],
    about: 'C++: one process copies memory, once a message; nothing is sent, written or read',
  },
  'native-datagram': {
    program: 'datagram_epoll',
    options: {},
    exchanges: ['roundTrip', 'oneWay'],
    about: 'C++: Unix datagrams, epoll to sleep, several datagrams a message where the kernel takes no larger one',
  },
  'native-spin': {
    program: 'shared_memory_spin',
    options: { variant: 'untouched' },
    exchanges: ['roundTrip'],
    about: 'C++: two processes poll a word of shared memory each; no payload exists, whatever the size',
  },
  'native-spin-copied': {
    program: 'shared_memory_spin',
    options: { variant: 'copied' },
    exchanges: ['roundTrip', 'oneWay'],
    about: 'C++: as native-spin, the payload is copied into shared memory and out of it',
  },
  'native-spin-in-place': {
    program: 'shared_memory_spin',
    options: { variant: 'in-place' },
    exchanges: ['roundTrip', 'oneWay'],
    about:
      'C++: as native-spin, the payload is written and read in shared memory; the echo is a new message with a stamp',
  },
};

export const NATIVE_NAMES = Object.keys(NATIVE);

const PATIENCE_MILLIS = 60_000;

interface RoundTripLine {
  readonly wrong: number;
  readonly micros: { readonly p50: number };
}

interface OneWayLine {
  readonly received: number;
  readonly wrong: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export function nativeContestant(name: string): Contestant | undefined {
  const facts = NATIVE[name];
  if (facts === undefined) return undefined;
  return {
    name,
    about: facts.about,
    variant: undefined,
    unavailable: undefined,
    takesPart: (exchange) => facts.exchanges.includes(exchange),
    measure: (job) => measure(facts, job),
  };
}

async function measure({ program, options }: NativeFacts, job: Job): Promise<Figures> {
  const { exchange, size, written, read, seconds, count, cpus } = job;
  const [line] = await runProgram(
    program,
    {
      ...options,
      exchange,
      size,
      written,
      read,
      seconds,
      ...(count === undefined ? {} : { count }),
      ...(cpus.length === 0 ? {} : { cpus: cpus.join(',') }),
    },
    PATIENCE_MILLIS + seconds * 2000,
  );
  const { wrong } = line as { wrong: number };
  if (wrong > 0) throw new PerfError(`${wrong} messages of ${size} bytes were not what had been sent by ${program}`);
  if (exchange === 'oneWay') return oneWayFigures(size, { ...(line as OneWayLine), lost: 0 });
  return { roundTripMicros: (line as RoundTripLine).micros.p50, lost: 0 };
}
