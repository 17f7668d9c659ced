// What a receiver finds out about one topic: how much came, how fast, and whether anything is missing, out of order or damaged.

import { percentiles } from '../percentiles.mjs';

export class StreamCheck {
  #expected = undefined;
  #latencies = [];
  #first = 0n;
  #last = 0n;
  #result = { received: 0, bytes: 0, missing: 0, outOfOrder: 0, damaged: 0 };

  /**
   * @param number the message's place in the stream, from 1 and without gaps
   * @param bytes its size
   * @param intact whether its contents are what was sent
   * @param info rclnodejs's MessageInfo
   */
  add(number, bytes, intact, info) {
    const result = this.#result;
    if (this.#expected !== undefined && number > this.#expected) result.missing += number - this.#expected;
    if (this.#expected !== undefined && number < this.#expected) result.outOfOrder++;
    this.#expected = Math.max(this.#expected ?? 0, number + 1);
    result.received++;
    result.bytes += bytes;
    if (!intact) result.damaged++;
    if (result.received === 1) this.#first = info.receivedTimestamp;
    this.#last = info.receivedTimestamp;
    this.#latencies.push(Number(info.receivedTimestamp - info.sourceTimestamp) / 1000);
  }

  /** With the path that the subscription's messages took. */
  report(subscription) {
    const { via, lost } = subscription.statistics();
    const paths = Object.entries(via).filter(([, count]) => count > 0);
    return {
      ...this.#result,
      seconds: Number(this.#last - this.#first) / 1e9,
      lost: lost.total,
      path: paths.map(([name]) => name).join('+') || 'none',
      latencyMicros: percentiles(this.#latencies),
    };
  }
}
