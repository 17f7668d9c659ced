import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { domainDirectory, inspectDomain, readGraph } from '@roslet/rmw/internal';
import type { DirectoryFacts, DomainFacts, Facts, HostFacts } from './facts';

/** `TMPFS_MAGIC` of Linux. */
const TMPFS = 0x01021994;

export function gatherFacts(): Facts {
  const directory = domainDirectory();
  return { host: hostFacts(), directory: directoryFacts(directory), domain: domainFacts(directory) };
}

function hostFacts(): HostFacts {
  const limits = textOf('/proc/self/limits') ?? '';
  return {
    node: process.version,
    platform: process.platform,
    kernel: os.release(),
    cpus: os.availableParallelism(),
    maxDgramQlen: numberOf(textOf('/proc/sys/net/unix/max_dgram_qlen')),
    limits: {
      openFiles: softLimit(limits, 'Max open files'),
      addressSpace: softLimit(limits, 'Max address space'),
      fileSize: softLimit(limits, 'Max file size'),
    },
  };
}

function directoryFacts(directory: string): DirectoryFacts {
  const base = path.dirname(directory);
  return {
    base,
    path: directory,
    owner: existsSync(base) ? ownerOf(base) : undefined,
    exists: existsSync(directory),
    ownUid: process.getuid?.() ?? 0,
    group: process.env.ROSLET_GROUP === '' ? undefined : process.env.ROSLET_GROUP,
    fileSystem: fileSystemOf(existing(directory)),
  };
}

function ownerOf(file: string) {
  const { mode, uid, gid } = statSync(file);
  return { mode: mode & 0o7777, uid, gid };
}

function fileSystemOf(file: string): DirectoryFacts['fileSystem'] {
  const { type, bsize, blocks, bavail } = statfsSync(file);
  return { memory: type === TMPFS, bytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** The nearest directory that is there. */
function existing(file: string): string {
  return existsSync(file) ? file : existing(path.dirname(file));
}

function domainFacts(directory: string): DomainFacts {
  const facts = { domainId: Number(path.basename(directory)), version: ownVersion() };
  const { contexts, files } = inspectDomain(directory);
  const graph = readGraph(directory);
  const nodes = graph.nodes();
  return {
    ...facts,
    // Their catalogues are what `nodes` and `endpoints` were read from.
    contexts: contexts.map(({ catalogue: _catalogue, ...context }) => context),
    files,
    nodes,
    endpoints: [...new Set(nodes.map(({ fullName }) => fullName))].flatMap((name) => graph.endpointsOf(name)),
    unreadable: graph.unreadable(),
  };
}

function ownVersion(): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('@roslet/rmw/package.json') as { version: string }).version;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? undefined : value;
}

/** The soft value in a line of `/proc/self/limits`. */
function softLimit(limits: string, name: string): number {
  const [, value] = new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(limits) ?? [];
  return value === undefined || value === 'unlimited' ? Infinity : Number(value);
}
