import { EXIT } from '../errors';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { counted } from '../output/units';
import { checkContexts } from './checks/contexts';
import { checkDirectory } from './checks/directory';
import { checkGraph } from './checks/graph';
import { checkHost } from './checks/host';
import type { Facts } from './facts';
import type { Finding } from './finding';
import { gatherFacts } from './gather';

interface Options {
  readonly includeWarnings?: boolean;
  readonly report?: boolean;
  readonly json?: boolean;
}

/** `roslet doctor`; the exit code is 1 when an error was found. */
export function doctor(options: Options): void {
  const facts = gatherFacts();
  const findings = diagnose(facts);
  const failed = findings.some(
    ({ level }) => level === 'error' || (level === 'warning' && options.includeWarnings === true),
  );
  if (failed) process.exitCode = EXIT.failure;
  if (options.json) printJson({ healthy: !failed, findings, facts: factsJson(facts) });
  else print(...findingLines(findings, options.report ?? false));
}

export function diagnose({ host, directory, domain }: Facts): Finding[] {
  return [
    ...checkHost(host, domain.contexts.length),
    ...checkDirectory(directory),
    ...checkContexts(domain),
    ...checkGraph(domain),
  ];
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' } as const;

function findingLines(findings: readonly Finding[], everything: boolean): string[] {
  const problems = findings.filter(({ level }) => level !== 'ok');
  const lines = (everything ? findings : problems).flatMap(({ check, level, message, remedy }) => [
    `${MARKS[level]} ${check}: ${message}`,
    ...(remedy === undefined ? [] : [`        -> ${remedy}`]),
  ]);
  const checks = new Set(findings.map(({ check }) => check)).size;
  return [...lines, `${counted(checks, 'check')}, ${counted(problems.length, 'problem')} found`];
}

function factsJson({ host, directory, domain }: Facts) {
  const { domainId, version, contexts, files, nodes, endpoints } = domain;
  return {
    host,
    directory,
    domain: { domainId, version, contexts, files, nodes: nodes.length, endpoints: endpoints.length },
  };
}
