import { parseGid } from '@roslet/rmw/internal';
import { bytesText, counted } from '../../output/units';
import type { DomainFacts } from '../facts';
import { type Finding, ok, warning } from '../finding';

export function checkContexts(domain: DomainFacts): Finding[] {
  return [living(domain), ...versions(domain), ...orphans(domain), ...losses(domain)];
}

function living({ contexts, nodes, endpoints }: DomainFacts): Finding {
  const alive = contexts.filter((context) => context.alive);
  const sent = total(alive, ({ writers }) => writers.map((writer) => writer.sent));
  const received = total(alive, ({ readers }) => readers.map((reader) => reader.received));
  return ok(
    'contexts',
    `${counted(alive.length, 'context')}, ${counted(nodes.length, 'node')}, ${counted(endpoints.length, 'endpoint')}; ` +
      `${sent} messages sent, ${received} received by those running now`,
  );
}

function versions({ contexts, version, unreadable }: DomainFacts): Finding[] {
  const others = contexts.filter((context) => context.alive && context.libraryVersion !== version);
  return [
    ...others.map(({ pid, libraryVersion }) =>
      warning(
        'versions',
        `process ${pid} uses version ${libraryVersion}, this command is of ${version}`,
        'use one version in a domain',
      ),
    ),
    ...unreadable.map(({ pid, contextId }) =>
      warning(
        'versions',
        `what process ${pid} (context ${contextId}) offers cannot be read: it is of another version, or damaged`,
        'restart it with the same version as the others',
      ),
    ),
  ];
}

function orphans({ contexts, files }: DomainFacts): Finding[] {
  const left = files.filter(({ orphan }) => orphan);
  const dead = contexts.filter((context) => !context.alive);
  if (left.length === 0 && dead.length === 0) return [ok('leftovers', 'none')];
  const bytes = left.reduce((sum, file) => sum + file.bytes, 0);
  return [
    warning(
      'leftovers',
      `${counted(dead.length, 'dead context')} left ${counted(left.length, 'file')} with ${bytesText(bytes)}`,
      'roslet clean (or wait: whoever joins next removes them)',
    ),
  ];
}

/** The ways to lose a message, with what to do about each. */
const LOSSES = {
  lostOverwritten: {
    what: 'were overwritten before they were taken',
    remedy: 'subscribe with RELIABLE, give the publisher more depth, or do less in the callback',
  },
  lostDepth: {
    what: "were passed over because newer ones filled the subscription's depth",
    remedy: 'give the subscription more depth (or KEEP_ALL), or do less in the callback',
  },
  lostInvalid: {
    what: 'did not check out or did not decode',
    remedy: 'compare the type hashes of both sides: roslet topic info --verbose <topic>',
  },
} as const;

function losses({ contexts, endpoints }: DomainFacts): Finding[] {
  const findings: Finding[] = [];
  for (const { contextId, pid, readers, writers } of contexts) {
    for (const reader of readers) {
      for (const [cause, { what, remedy }] of Object.entries(LOSSES)) {
        const lost = reader[cause as keyof typeof LOSSES];
        if (lost === 0) continue;
        const whose = ownerOf(endpoints, contextId, reader.entity, pid);
        findings.push(
          warning('losses', `${counted(lost, 'message')} of ${reader.received + lost} ${what} (${whose})`, remedy),
        );
      }
    }
    for (const writer of writers.filter(({ lostNoSpace }) => lostNoSpace > 0)) {
      const whose = ownerOf(endpoints, contextId, writer.entity, pid);
      findings.push(
        warning(
          'losses',
          `${counted(writer.lostNoSpace, 'message')} found no room in shared memory (${whose})`,
          'free space in /dev/shm, lower the depth, or raise the maxBytes of the publisher',
        ),
      );
    }
  }
  return findings.length === 0 ? [ok('losses', 'no message of the endpoints running now was lost')] : findings;
}

function ownerOf(endpoints: DomainFacts['endpoints'], contextId: string, entity: number, pid: number): string {
  const endpoint = endpoints.find(({ gid }) => {
    const parts = parseGid(Buffer.from(gid).toString('hex'));
    return parts?.contextId === contextId && parts.entity === entity;
  });
  if (endpoint === undefined) return `process ${pid}`;
  return `${endpoint.kind} of ${endpoint.name}, node ${endpoint.node.fullName}, process ${pid}`;
}

function total(
  contexts: DomainFacts['contexts'],
  of: (context: DomainFacts['contexts'][number]) => readonly number[],
): number {
  return contexts.flatMap(of).reduce((sum, value) => sum + value, 0);
}
