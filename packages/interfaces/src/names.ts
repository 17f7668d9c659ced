import { TypeNameError } from './errors';

/** The three kinds of interface files, also the folder names and the middle part of every full name. */
export const INTERFACE_KINDS = ['msg', 'srv', 'action'] as const;

export type InterfaceKind = (typeof INTERFACE_KINDS)[number];

/** `sensor_msgs/msg/Image`, in its parts. */
export interface InterfaceName {
  readonly package: string;
  readonly kind: InterfaceKind;
  readonly name: string;
}

/** Like `InterfaceName`; `kind` is missing in the short form `sensor_msgs/Image`. */
export interface LooseInterfaceName {
  readonly package: string;
  readonly kind?: InterfaceKind;
  readonly name: string;
}

const PACKAGE = /^[A-Za-z][A-Za-z0-9_]*$/;
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** What ROS 2 derives from a service and an action; longer suffixes first, so that each matches whole. */
const DERIVED: Record<InterfaceKind, RegExp | undefined> = {
  msg: undefined,
  srv: /^(.+?)_(Request|Response|Event)$/,
  action: /^(.+?)_(Goal|Result|Feedback|FeedbackMessage|(?:SendGoal|GetResult)(?:_Request|_Response|_Event)?)$/,
};

export function isInterfaceKind(text: string): text is InterfaceKind {
  return (INTERFACE_KINDS as readonly string[]).includes(text);
}

export function formatInterfaceName(name: InterfaceName): string {
  return `${name.package}/${name.kind}/${name.name}`;
}

/**
 * Takes `package/kind/Name` or `package/Name` apart.
 *
 * @throws TypeNameError when the text has another form.
 */
export function parseInterfaceName(text: string): LooseInterfaceName {
  const parts = String(text).split('/');
  const [pkg = '', middle = ''] = parts;
  const name = parts[parts.length - 1] ?? '';
  const wellFormed = PACKAGE.test(pkg) && NAME.test(name);
  if (parts.length === 2 && wellFormed) return { package: pkg, name };
  if (parts.length === 3 && wellFormed && isInterfaceKind(middle)) {
    return { package: pkg, kind: middle, name };
  }
  throw new TypeNameError(
    `expected the name of an interface such as 'std_msgs/msg/String', 'std_srvs/srv/Trigger' or ` +
      `'std_msgs/String', got ${JSON.stringify(text)}`,
  );
}

/**
 * Splits the name of a structure ROS 2 derives into the interface it comes from and the suffix:
 * `pkg/srv/Add_Request` -> [`pkg/srv/Add`, `Request`]. Undefined for names without such a suffix.
 */
export function splitDerivedName(name: InterfaceName): [InterfaceName, string] | undefined {
  const match = DERIVED[name.kind]?.exec(name.name);
  if (!match?.[1] || !match[2]) return undefined;
  return [{ ...name, name: match[1] }, match[2]];
}
