'use strict';
// Calls `/echo`. Commands: `keep <calls> <size>` keeps the responses on loan; `pass <calls> <size>` looks at them and gives them back; `start <size>` does
// not wait for the answer, which is kept when it comes; `destroy` ends the client; `leave`; `shared`; and those of Held.
const { ECHO, join, obey } = require('./echo-type.cjs');
const { Held, isWhole, numbered } = require('./held.cjs');

const context = join();
const node = context.createNode(`client_${process.pid}`, '/', { active: true });
const client = node.createClient(ECHO, '/echo', { loan: true });
const held = new Held(context);
let number = 0;

async function calls(count, size, then) {
  let whole = 0;
  for (let i = 0; i < count; i++) {
    const own = ++number;
    const delivery = await client.callForDelivery({ data: numbered(size, own) });
    if (isWhole(delivery.message.data, own)) whole++;
    then(delivery);
  }
  console.log(`called, whole ${whole}`);
}

// Says when the first server comes, and when the last one has gone.
let matched = false;
setInterval(() => {
  if (!context.isValid || client.isDestroyed || client.isServerAvailable() === matched) return;
  matched = !matched;
  console.log(matched ? 'matched' : 'alone');
}, 5).unref();

obey(context, {
  ...held.commands,
  keep: (count, size) => calls(Number(count), Number(size), (delivery) => held.add(delivery)),
  pass: (count, size) => calls(Number(count), Number(size), (delivery) => delivery.release()),
  start: (size) => calls(1, Number(size), (delivery) => held.add(delivery)),
  /** Does not wait for the answer. */
  leave: async (size) => {
    const error = await client.callForDelivery({ data: numbered(Number(size), 0) }, { timeout: 10 }).catch((e) => e);
    console.log(error.code);
  },
  /** Bytes of shared memory behind its requests. */
  shared: () => {
    const { writers } = context.inspect().find(({ contextId }) => contextId === context.id);
    console.log(writers.reduce((sum, { sharedBytes }) => sum + sharedBytes, 0));
  },
  destroy: () => {
    client.destroy();
    console.log('destroyed');
  },
});
