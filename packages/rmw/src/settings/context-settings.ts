import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OptionError } from '../errors';
import { type ContextOptions } from '../context-options';
import { readEnvironment } from './environment';
import { checkOptions } from './options';
import { type ContextSettings, DEFAULT_ADAPTIVE_BUDGET_MICROS } from './settings';

/**
 * Options before environment before defaults.
 *
 * @throws OptionError, EnvironmentError
 */
export function contextSettings(options: ContextOptions, env: NodeJS.ProcessEnv = process.env): ContextSettings {
  checkOptions('contextSchema', 'a context', options);
  const environment = readEnvironment(env);
  const domainId = options.domainId ?? environment.domainId ?? 0;
  return {
    domainId,
    directory: path.join(options.directory ?? environment.directory ?? defaultBase(), String(domainId)),
    groupId: groupNumber(options.group ?? environment.group),
    wait: options.wait ?? environment.wait ?? 'adaptive',
    adaptiveBudgetMicros:
      options.adaptiveBudgetMicros ?? environment.adaptiveBudgetMicros ?? DEFAULT_ADAPTIVE_BUDGET_MICROS,
    forceShmFailure: options.forceShmFailure ?? environment.forceShmFailure,
  };
}

/** One directory a user, so that users do not meet unless they mean to. */
export function defaultBase(): string {
  return `/dev/shm/roslet-${process.getuid?.() ?? 0}`;
}

function groupNumber(group: number | string | undefined): number {
  if (group === undefined) return -1;
  if (typeof group === 'number') return group;
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${group}:`));
  const id = Number(line?.split(':')[2]);
  if (line !== undefined && Number.isInteger(id)) return id;
  throw new OptionError(
    `expected a group of /etc/group, got "${group}" (ROSLET_GROUP or the option group); give its number`,
  );
}
