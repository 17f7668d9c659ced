import { defaultRegistry, type InterfaceKind } from '@roslet/interfaces';
import { printJson } from '../output/json';
import { print } from '../output/stdout';
import { type KindOptions, wantedKinds } from './kinds';

interface Options extends KindOptions {
  readonly json?: boolean;
}

const TITLES: Readonly<Record<InterfaceKind, string>> = { msg: 'Messages', srv: 'Services', action: 'Actions' };

/** `roslet interface list` */
export function list(options: Options): void {
  const registry = defaultRegistry();
  const byKind = wantedKinds(options).map((kind) => ({ title: TITLES[kind], names: registry.list({ kind }) }));
  if (options.json) printJson(Object.fromEntries(byKind.map(({ title, names }) => [title.toLowerCase(), names])));
  else for (const { title, names } of byKind) print(`${title}:`, ...names.map((name) => `    ${name}`));
}
