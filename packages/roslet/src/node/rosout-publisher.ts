import { QosProfiles, type Node, type Publisher } from '@roslet/rmw';
import type { LogRecord } from '../logging/format';
import { addSink, removeSink } from '../logging/sinks';
import { toRmwProfile, type QosInput } from '../qos/profile';

/** Sends what a node's logger and its children say to `/rosout`. */
export class RosoutPublisher {
  readonly #loggerName: string;
  readonly #publisher: Publisher;
  readonly #sink = (record: LogRecord): void => this.#publish(record);

  /** @param qos KEEP_LAST 1000, RELIABLE, TRANSIENT_LOCAL when left out, as in ROS 2 */
  constructor(node: Node, loggerName: string, qos: QosInput | null) {
    this.#loggerName = loggerName;
    this.#publisher = node.createPublisher(
      'rcl_interfaces/msg/Log',
      '/rosout',
      qos === null ? QosProfiles.rosout : toRmwProfile(qos),
    );
    addSink(loggerName, this.#sink);
  }

  close(): void {
    removeSink(this.#loggerName, this.#sink);
  }

  #publish({ name, severity, message, time, location }: LogRecord): void {
    this.#publisher.publish({
      stamp: { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) },
      level: severity,
      name,
      msg: message,
      file: location?.fileName ?? '',
      function: location?.functionName ?? '',
      line: location?.lineNumber ?? 0,
    });
  }
}
