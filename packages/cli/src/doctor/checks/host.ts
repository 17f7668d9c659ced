import type { HostFacts } from '../facts';
import { type Finding, ok, warning, error } from '../finding';

/** A context holds a handful of descriptors for itself, and up to three for each other context. */
const DESCRIPTORS_A_CONTEXT = 3;
const DESCRIPTORS_SPARE = 256;

/** Doorbells need one place, payloads that cannot go through shared memory more. */
const FEW_DATAGRAMS = 10;

export function checkHost(host: HostFacts, contexts: number): Finding[] {
  return [platform(host), datagrams(host), openFiles(host, contexts), ...sizes(host), processors(host)];
}

function platform({ platform: name, kernel, node }: HostFacts): Finding {
  const what = `Node.js ${node} on ${name} ${kernel}`;
  if (name !== 'linux')
    return error('platform', what, 'run on Linux: the transport needs its shared memory and sockets');
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  if (major > 5 || (major === 5 && minor >= 3)) return ok('platform', what);
  return warning(
    'platform',
    `${what}; before Linux 5.3 the death of a process is noticed only by looking now and then`,
    'use a newer kernel where crashes must be noticed at once',
  );
}

function datagrams({ maxDgramQlen }: HostFacts): Finding {
  const check = 'datagram queue';
  if (maxDgramQlen === undefined) return ok(check, 'net.unix.max_dgram_qlen cannot be read here');
  const message = `net.unix.max_dgram_qlen is ${maxDgramQlen}`;
  if (maxDgramQlen >= FEW_DATAGRAMS) return ok(check, message);
  return warning(
    check,
    `${message}: messages that cannot go through shared memory get through slowly (none is lost)`,
    'sysctl -w net.unix.max_dgram_qlen=512',
  );
}

function openFiles({ limits: { openFiles: limit } }: HostFacts, contexts: number): Finding {
  const needed = DESCRIPTORS_SPARE + DESCRIPTORS_A_CONTEXT * contexts;
  const message = `${limit === Infinity ? 'unlimited' : limit} open files a process, ${contexts} contexts in the domain`;
  if (limit >= needed) return ok('open files', message);
  return warning('open files', `${message}: that may not be enough`, `ulimit -n ${Math.max(4096, 2 * needed)}`);
}

function sizes({ limits: { addressSpace, fileSize } }: HostFacts): Finding[] {
  const findings: Finding[] = [];
  if (addressSpace < 4 * 1024 ** 3)
    findings.push(
      warning(
        'address space',
        `limited to ${addressSpace} bytes; Node.js and mapped logs need more`,
        'ulimit -v unlimited',
      ),
    );
  if (fileSize < 1024 ** 3)
    findings.push(
      warning('file size', `limited to ${fileSize} bytes, and logs are files in shared memory`, 'ulimit -f unlimited'),
    );
  return findings;
}

function processors({ cpus }: HostFacts): Finding {
  if (cpus > 1) return ok('processors', `${cpus} available`);
  return warning(
    'processors',
    'only one is available, so a context that spins takes it from the others',
    "use the wait strategies 'adaptive' or 'park' (ROSLET_WAIT)",
  );
}
