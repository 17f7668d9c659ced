'use strict';
// Keeps every message on loan. Commands: "check" compares all that is held, "release" gives all back, "drop" forgets them and
// collects garbage, "destroy" ends the subscription, "close" the context (both with the loans still out).
const { Context } = require('@roslet/rmw');
const { matches } = require('../../acceptance/programs/pattern.cjs');

const context = new Context();
const node = context.createNode('borrower');
let held = [];
const subscription = node.createSubscription(
  'std_msgs/msg/UInt8MultiArray',
  '/loans',
  { depth: 2 },
  (delivery) => {
    held.push({ delivery, message: delivery.message, seed: delivery.message.layout.data_offset });
    console.log(`got ${delivery.message.layout.data_offset} ${delivery.isShared ? 'shared' : 'copied'}`);
  },
  { loan: true, active: true },
);
context.setRef(true);
console.log('listening');

const equal = () => held.filter(({ message, seed }) => message.data.length > 0 && matches(message.data, seed)).length;
const commands = {
  check: () => console.log(`equal ${equal()} of ${held.length}, out ${context.counters().loansOut}`),
  release: () => {
    for (const { delivery } of held) delivery.release();
    console.log(
      `empty ${held.filter(({ message }) => message.data.length === 0).length}, out ${context.counters().loansOut}`,
    );
    held = [];
  },
  drop: async () => {
    held = [];
    for (let i = 0; i < 50 && context.counters().loansOut > 0; i++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log(`dropped, out ${context.counters().loansOut}`);
  },
  destroy: () => {
    subscription.destroy();
    console.log('destroyed');
  },
  write: () => {
    held[0].message.data.fill(0);
    console.log('written');
  },
  close: () => {
    context.close();
    let sum = 0;
    for (const { message } of held) for (const byte of message.data) sum += byte;
    console.log(`closed, still readable ${sum > 0}`);
    process.stdin.destroy();
  },
};
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  for (const line of text.trim().split('\n')) void commands[line]();
});
