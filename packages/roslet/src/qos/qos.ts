import { TypeValidationError } from '../errors';
import { DurabilityPolicy, HistoryPolicy, LivelinessPolicy, ReliabilityPolicy } from './policies';

/**
 * Quality of service of a publisher, subscription, service or client.
 *
 * SYSTEM_DEFAULT leaves a policy to the middleware, and depth 0 leaves it the depth.
 */
export class QoS {
  #history: HistoryPolicy;
  #depth: number;
  #reliability: ReliabilityPolicy;
  #durability: DurabilityPolicy;
  #liveliness: LivelinessPolicy;
  #avoidRosNameSpaceConventions: boolean;

  constructor(
    history: HistoryPolicy = HistoryPolicy.RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
    depth = 0,
    reliability: ReliabilityPolicy = ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
    durability: DurabilityPolicy = DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
    liveliness: LivelinessPolicy = LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
    avoidRosNameSpaceConventions = false,
  ) {
    this.#history = history;
    this.#depth = depth;
    this.#reliability = reliability;
    this.#durability = durability;
    this.#liveliness = liveliness;
    this.#avoidRosNameSpaceConventions = avoidRosNameSpaceConventions;
  }

  static readonly HistoryPolicy = HistoryPolicy;
  static readonly ReliabilityPolicy = ReliabilityPolicy;
  static readonly DurabilityPolicy = DurabilityPolicy;
  static readonly LivelinessPolicy = LivelinessPolicy;

  /** KEEP_LAST 10, RELIABLE, VOLATILE. */
  static readonly profileDefault = 'qos_profile_default';
  /** Everything left to the middleware. */
  static readonly profileSystemDefault = 'qos_profile_system_default';
  /** KEEP_LAST 5, BEST_EFFORT, VOLATILE. */
  static readonly profileSensorData = 'qos_profile_sensor_data';
  /** KEEP_LAST 10, RELIABLE, VOLATILE. */
  static readonly profileServicesDefault = 'qos_profile_services_default';
  /** KEEP_LAST 1000, RELIABLE, VOLATILE. */
  static readonly profileParameters = 'qos_profile_parameters';
  /** KEEP_LAST 1000, RELIABLE, VOLATILE. */
  static readonly profileParameterEvents = 'qos_profile_parameter_events';
  /** KEEP_LAST 1, RELIABLE, TRANSIENT_LOCAL. */
  static readonly profileActionStatusDefault = 'qos_profile_action_status_default';

  /** Which messages are kept: the last `depth`, or all. */
  get history(): HistoryPolicy {
    return this.#history;
  }

  set history(value: HistoryPolicy) {
    this.#history = requireType('history', value, 'number');
  }

  /** How many messages KEEP_LAST keeps. */
  get depth(): number {
    return this.#depth;
  }

  set depth(value: number) {
    this.#depth = requireType('depth', value, 'number');
  }

  /** Whether every message must arrive. */
  get reliability(): ReliabilityPolicy {
    return this.#reliability;
  }

  set reliability(value: ReliabilityPolicy) {
    this.#reliability = requireType('reliability', value, 'number');
  }

  /** Whether subscriptions that come later get the kept messages. */
  get durability(): DurabilityPolicy {
    return this.#durability;
  }

  set durability(value: DurabilityPolicy) {
    this.#durability = requireType('durability', value, 'number');
  }

  /** How a publisher shows that it is alive. */
  get liveliness(): LivelinessPolicy {
    return this.#liveliness;
  }

  set liveliness(value: LivelinessPolicy) {
    this.#liveliness = requireType('liveliness', value, 'number');
  }

  /** Shown in the graph; changes nothing on this transport. */
  get avoidRosNameSpaceConventions(): boolean {
    return this.#avoidRosNameSpaceConventions;
  }

  set avoidRosNameSpaceConventions(value: boolean) {
    this.#avoidRosNameSpaceConventions = requireType('avoidRosNameSpaceConventions', value, 'boolean');
  }
}

function requireType<T>(name: string, value: T, type: 'number' | 'boolean'): T {
  if (typeof value !== type) throw new TypeValidationError(name, value, type, { entityType: 'qos' });
  return value;
}
