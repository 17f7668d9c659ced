/** What a context has to tell a person; none of it stops anything. */
export type RmwWarningCode =
  /** A publisher and a subscription of one topic do not talk because a QoS policy differs. Once a pair. */
  | 'incompatible-qos'
  /** Two endpoints of one name use different types, or one type in different versions. Once a pair. */
  | 'incompatible-type'
  /** Two nodes have one full name. */
  | 'duplicate-node'
  /** A message, request or response did not decode. At most one a second and endpoint. */
  | 'undecodable'
  /** Another context's catalogue cannot be read. At most one a second and context. */
  | 'unreadable-context'
  /** This context's nodes and endpoints cannot be made known. At most one a second. */
  | 'unannounced'
  /** A writer was found, but its messages cannot be read. */
  | 'unreachable';

export interface RmwWarning {
  readonly code: RmwWarningCode;
  /** One line for a person. */
  readonly message: string;
  /** Full name of the node it is about, when it is about one; names the logger in the default output. */
  readonly node?: string;
}

export type WarningHandler = (warning: RmwWarning) => void;

/** Prints in the style of ROS 2's console log: `[WARN] [1700000000.123456789] [listener]: …` */
export const printWarning: WarningHandler = ({ message, node }) => {
  const now = Date.now();
  const seconds = Math.trunc(now / 1000);
  const nanoseconds = String((now % 1000) * 1_000_000).padStart(9, '0');
  process.stderr.write(`[WARN] [${seconds}.${nanoseconds}] [${loggerName(node)}]: ${message}\n`);
};

/** `/robot/camera` logs as `robot.camera`. */
function loggerName(node: string | undefined): string {
  return node === undefined ? 'roslet' : node.replace(/^\//, '').replaceAll('/', '.');
}
