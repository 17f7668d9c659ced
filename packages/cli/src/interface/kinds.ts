import { INTERFACE_KINDS, type InterfaceKind } from '@roslet/interfaces';

export interface KindOptions {
  readonly onlyMsgs?: boolean;
  readonly onlySrvs?: boolean;
  readonly onlyActions?: boolean;
}

/** The kinds that the options leave; all of them without options. */
export function wantedKinds({ onlyMsgs, onlySrvs, onlyActions }: KindOptions): readonly InterfaceKind[] {
  const chosen = { msg: onlyMsgs ?? false, srv: onlySrvs ?? false, action: onlyActions ?? false };
  const kinds = INTERFACE_KINDS.filter((kind) => chosen[kind]);
  return kinds.length === 0 ? INTERFACE_KINDS : kinds;
}
