'use strict';
// What a program keeps on loan, and the commands that ask for it.
const { matches, pattern } = require('../../acceptance/programs/pattern.cjs');

/** `size` bytes: a number, and a pattern that belongs to it. */
function numbered(size, number) {
  const data = new Uint8Array(size);
  new DataView(data.buffer).setUint32(0, number, true);
  data.set(pattern(size - 4, number), 4);
  return data;
}

const numberOf = (data) => new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true);
const isWhole = (data, number) => data.length > 4 && numberOf(data) === number && matches(data.subarray(4), number);

class Held {
  #context;
  #items = [];

  constructor(context) {
    this.#context = context;
  }

  get deliveries() {
    return this.#items.map(({ delivery }) => delivery);
  }

  add(delivery) {
    this.#items.push({ delivery, message: delivery.message, number: numberOf(delivery.message.data) });
  }

  get commands() {
    const out = () => this.#context.counters().loansOut;
    return {
      /** How many still are what they were, and how many loans native code counts. */
      check: () => {
        const whole = this.#items.filter(({ message, number }) => isWhole(message.data, number)).length;
        const shared = this.#items.filter(({ delivery }) => delivery.isShared).length;
        console.log(`whole ${whole} of ${this.#items.length}, shared ${shared}, out ${out()}`);
      },
      release: () => {
        for (const { delivery } of this.#items) delivery.release();
        console.log(`empty ${this.#items.filter(({ message }) => message.data.length === 0).length}, out ${out()}`);
        this.#items = [];
      },
      drop: async () => {
        this.#items = [];
        for (let i = 0; i < 100 && out() > 0; i++) {
          globalThis.gc();
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        console.log(`dropped, out ${out()}`);
      },
    };
  }
}

module.exports = { Held, isWhole, numbered, numberOf };
