import { TypeValidationError } from '../errors';
import type { Node } from '../node/node';
import { ParameterDescriptor } from '../parameters/descriptor';
import type { SetParametersResult } from '../parameters/node-parameters';
import { Parameter } from '../parameters/parameter';
import { ParameterType } from '../parameters/type';
import type { Subscription } from '../entities/subscription';
import { HistoryPolicy, ReliabilityPolicy } from '../qos/policies';
import { ROSClock } from './clock';
import { ClockType } from './clock-type';
import { Time } from './time';

const USE_SIM_TIME = 'use_sim_time';

/** Only the newest time counts; this also hears publishers that are not reliable. */
const CLOCK_QOS = {
  history: HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  depth: 1,
  reliability: ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
} as const;

/** Sets ROS clocks by `/clock` while its node's parameter `use_sim_time` is true. */
export class TimeSource {
  readonly #clocks: ROSClock[] = [];
  readonly #onSetParameters = (parameters: Parameter[]): SetParametersResult => this.#follow(parameters);
  #node: Node | undefined;
  #subscription: Subscription | undefined;
  #lastTime = new Time(0n, 0n, ClockType.ROS_TIME);
  #active = false;

  constructor(node?: Node) {
    if (node !== undefined) this.attachNode(node);
  }

  /** Whether the clocks show what comes from `/clock`. */
  get isRosTimeActive(): boolean {
    return this.#active;
  }

  set isRosTimeActive(active: boolean) {
    if (active === this.#active) return;
    this.#active = active;
    for (const clock of this.#clocks) clock.isRosTimeActive = active;
    if (active) this.#subscribe();
    else this.#unsubscribe();
  }

  /** Follows the parameter of another node from now on; declares it there when it is not. */
  attachNode(node: Node): void {
    if (this.#node !== undefined) this.detachNode();
    this.#node = node;
    if (!node.hasParameter(USE_SIM_TIME)) {
      const type = ParameterType.PARAMETER_BOOL;
      const descriptor = new ParameterDescriptor(USE_SIM_TIME, type, 'Whether time comes from /clock.');
      node.declareParameter(new Parameter(USE_SIM_TIME, type, false), descriptor);
    }
    this.isRosTimeActive = node.getParameter(USE_SIM_TIME).value === true;
    node.addOnSetParametersCallback(this.#onSetParameters);
  }

  detachNode(): void {
    this.#node?.removeOnSetParametersCallback(this.#onSetParameters);
    this.#unsubscribe();
    this.#node = undefined;
  }

  attachClock(clock: ROSClock): void {
    if (!(clock instanceof ROSClock)) {
      throw new TypeValidationError('clock', clock, 'ROSClock', { entityType: 'time source' });
    }
    clock.rosTimeOverride = this.#lastTime;
    clock.isRosTimeActive = this.#active;
    this.#clocks.push(clock);
  }

  #follow(parameters: Parameter[]): SetParametersResult {
    const parameter = parameters.find(({ name }) => name === USE_SIM_TIME);
    if (parameter !== undefined) this.isRosTimeActive = parameter.value === true;
    return { successful: true, reason: '' };
  }

  #subscribe(): void {
    this.#subscription ??= this.#node?.createSubscription(
      'rosgraph_msgs/msg/Clock',
      '/clock',
      { qos: CLOCK_QOS },
      (message) => {
        this.#lastTime = Time.fromMsg(message.clock);
        for (const clock of this.#clocks) clock.rosTimeOverride = this.#lastTime;
      },
    );
  }

  #unsubscribe(): void {
    this.#subscription?.destroy();
    this.#subscription = undefined;
  }
}
