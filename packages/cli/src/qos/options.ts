import { type Command, Option } from 'commander';

/** Short names of ROS 2's profiles, as `ros2` takes them, and what they are called in @roslet/rmw. */
export const PROFILES = {
  default: 'default',
  system_default: 'systemDefault',
  sensor_data: 'sensorData',
  services_default: 'services',
  parameters: 'parameters',
  parameter_events: 'parameterEvents',
  action_status_default: 'actionStatus',
  best_available: 'bestAvailable',
  rosout_default: 'rosout',
} as const;

const POLICIES = {
  history: ['system_default', 'keep_last', 'keep_all'],
  reliability: ['system_default', 'reliable', 'best_effort', 'best_available'],
  durability: ['system_default', 'transient_local', 'volatile', 'best_available'],
  liveliness: ['system_default', 'automatic', 'manual_by_topic', 'best_available'],
} as const;

/** What the options leave in a verb's options object. */
export interface QosFlags {
  readonly qosProfile?: keyof typeof PROFILES;
  readonly qosDepth?: string;
  readonly qosHistory?: (typeof POLICIES.history)[number];
  readonly qosReliability?: (typeof POLICIES.reliability)[number];
  readonly qosDurability?: (typeof POLICIES.durability)[number];
  readonly qosLiveliness?: (typeof POLICIES.liveliness)[number];
  readonly qosLivelinessLeaseDurationSeconds?: string;
}

/** Adds ROS 2's QoS options to a verb. */
export function qosOptions(command: Command, role: 'publisher' | 'subscription'): Command {
  const adapts = role === 'subscription' ? "the publishers'" : 'that of the profile';
  return command
    .addOption(
      new Option(
        '--qos-profile <name>',
        `profile to start from (default: ${role === 'subscription' ? 'sensor_data' : 'default'})`,
      ).choices(Object.keys(PROFILES)),
    )
    .option('--qos-depth <n>', 'messages kept under keep_last')
    .addOption(new Option('--qos-history <policy>', 'keep_last or keep_all').choices(POLICIES.history))
    .addOption(
      new Option('--qos-reliability <policy>', `reliable or best_effort (default: ${adapts})`).choices(
        POLICIES.reliability,
      ),
    )
    .addOption(
      new Option('--qos-durability <policy>', `volatile or transient_local (default: ${adapts})`).choices(
        POLICIES.durability,
      ),
    )
    .addOption(new Option('--qos-liveliness <policy>', 'automatic or manual_by_topic').choices(POLICIES.liveliness))
    .option('--qos-liveliness-lease-duration-seconds <seconds>', 'lease of the liveliness');
}
