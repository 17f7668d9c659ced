import { TimeoutError } from './errors';
import type { Node } from './node/node';
import type { QosInput } from './qos/profile';
import type { MessageOf, MessageTypeClass } from './types/type-class';

export interface WaitForMessageOptions {
  /** Milliseconds; without it, for ever. */
  timeout?: number | undefined;
  qos?: QosInput | undefined;
}

/**
 * Resolves to the next message of a topic. The node must be spinning.
 *
 * Rejects with a `TimeoutError`.
 */
export function waitForMessage<const T extends MessageTypeClass>(
  typeClass: T,
  node: Node,
  topic: string,
  options: WaitForMessageOptions = {},
): Promise<MessageOf<T>> {
  return new Promise((resolve, reject) => {
    const { timeout, qos } = options;
    const subscription = node.createSubscription(typeClass, topic, { qos }, (message) => {
      finish();
      resolve(message);
    });
    const timer =
      timeout !== undefined && timeout >= 0 && timeout !== Infinity
        ? setTimeout(() => {
            finish();
            reject(new TimeoutError(`Waiting for a message on ${topic}`, timeout, { nodeName: node.name() }));
          }, timeout)
        : undefined;
    const finish = (): void => {
      clearTimeout(timer);
      subscription.destroy();
    };
  });
}
