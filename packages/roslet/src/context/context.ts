import { Context as RmwContext, type RmwWarning } from '@roslet/rmw';
import { OperationError, RangeValidationError, TypeValidationError } from '../errors';
import { setLevel } from '../logging/levels';
import { Logging } from '../logging/logger';
import { enableConsole } from '../logging/sinks';
import type { Node } from '../node/node';
import { loggerNameOf } from '../node/names';
import { parseRosArguments, type RosArguments } from '../ros-args/parse';
import { installSignalHandlers } from './signals';

const NO_ARGUMENTS = parseRosArguments([]);

/**
 * A life in a ROS domain: `init` begins it, `shutdown` ends it, and nodes live in it.
 *
 * A program has a default context, and may have more, in the same domain or in others.
 */
export class Context {
  static readonly #instances = new Set<Context>();
  static #default: Context | undefined;

  readonly #domainId: number | undefined;
  readonly #nodes = new Set<Node>();
  readonly #spinning = new Set<Node>();
  #rmw: RmwContext | undefined;
  #arguments: RosArguments = NO_ARGUMENTS;
  #isShutdown = false;

  /** @param domainId 0 to 232; `ROS_DOMAIN_ID`, or else 0, when it is left out */
  constructor(domainId?: bigint | number) {
    this.#domainId = domainId === undefined || domainId === null ? undefined : checkedDomainId(domainId);
  }

  /** The contexts that are initialized and not shut down. */
  static get instances(): Context[] {
    return [...Context.#instances];
  }

  /** The context that is meant where none is named; a new one after each shutdown. */
  static defaultContext(): Context {
    return (Context.#default ??= new Context());
  }

  isUninitialized(): boolean {
    return this.#rmw === undefined && !this.#isShutdown;
  }

  isInitialized(): boolean {
    return this.#rmw !== undefined && !this.#isShutdown;
  }

  isShutdown(): boolean {
    return this.#isShutdown;
  }

  /** The same as `isInitialized()`. */
  isValid(): boolean {
    return this.isInitialized();
  }

  get isOk(): boolean {
    return this.isInitialized();
  }

  isDefaultContext(): boolean {
    return this === Context.#default;
  }

  get nodes(): Node[] {
    return [...this.#nodes];
  }

  /** @throws {OperationError} `CONTEXT_NOT_INITIALIZED` */
  get domainId(): bigint {
    return BigInt(this.rmw.domainId);
  }

  /**
   * Begins the context's life; programs call `init()`.
   *
   * @throws {OperationError} `ALREADY_INITIALIZED`
   * @throws {ValidationError} `INVALID_ROS_ARGUMENTS`, `INVALID_PARAMETERS_FILE`
   */
  initialize(argv: readonly string[]): void {
    if (!this.isUninitialized()) {
      throw new OperationError('The context has already been initialized: call init() once for a context', {
        code: 'ALREADY_INITIALIZED',
      });
    }
    const parsed = parseRosArguments(argv);
    this.#rmw = new RmwContext({
      domainId: this.#domainId,
      enclave: parsed.enclave,
      onWarning: logWarning,
    });
    this.#arguments = parsed;
    Context.#instances.add(this);
    applyLogArguments(parsed);
    installSignalHandlers(() => Context.shutdownAll());
  }

  /** Destroys the context's nodes and leaves the domain. Nothing of it keeps the process alive any longer. */
  shutdown(): void {
    if (this.#isShutdown) return;
    for (const node of this.nodes) node.destroy();
    this.#isShutdown = true;
    Context.#instances.delete(this);
    if (this.isDefaultContext()) Context.#default = undefined;
    this.#rmw?.close();
  }

  /** Shuts down if initialized. */
  tryShutdown(): void {
    if (this.isInitialized()) this.shutdown();
  }

  static shutdownAll(): void {
    for (const context of Context.instances) context.shutdown();
  }

  /** The ROS arguments that `init` was given. @internal */
  get arguments(): RosArguments {
    return this.#arguments;
  }

  /** @internal */
  get rmw(): RmwContext {
    if (this.#rmw !== undefined && !this.#isShutdown) return this.#rmw;
    throw this.#isShutdown
      ? new OperationError('The context was shut down: use another one', { code: 'CONTEXT_SHUTDOWN' })
      : new OperationError('The context is not initialized: await rclnodejs.init() first', {
          code: 'CONTEXT_NOT_INITIALIZED',
        });
  }

  /** @internal */
  addNode(node: Node): void {
    this.#nodes.add(node);
  }

  /** @internal */
  removeNode(node: Node): void {
    this.#nodes.delete(node);
    this.setSpinning(node, false);
  }

  /** A node that is spun keeps the process alive. @internal */
  setSpinning(node: Node, on: boolean): void {
    if (on) this.#spinning.add(node);
    else this.#spinning.delete(node);
    if (this.isInitialized()) this.rmw.setRef(this.#spinning.size > 0);
  }
}

function checkedDomainId(domainId: unknown): number {
  if (typeof domainId !== 'bigint' && typeof domainId !== 'number') {
    throw new TypeValidationError('domainId', domainId, 'bigint', { entityType: 'context' });
  }
  const number = Number(domainId);
  if (!Number.isInteger(number) || number < 0 || number > 232) {
    throw new RangeValidationError('domainId', domainId, '0 to 232', { entityType: 'context' });
  }
  return number;
}

function applyLogArguments({ logLevels, consoleLogs }: RosArguments): void {
  for (const { logger, severity } of logLevels) setLevel(logger ?? '', severity);
  enableConsole(consoleLogs);
}

function logWarning({ message, node }: RmwWarning): void {
  Logging.getLogger(node === undefined ? 'roslet' : loggerNameOf(node)).warn(message);
}
