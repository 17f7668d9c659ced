import { QoS } from 'roslet';

const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = QoS;

/** Every message arrives, unless a receiver is more than `depth` messages behind. */
export function reliable(depth) {
  return new QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  );
}

/** The last `depth` messages wait for receivers that come later. */
export function latched(depth) {
  const qos = reliable(depth);
  qos.durability = DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  return qos;
}
