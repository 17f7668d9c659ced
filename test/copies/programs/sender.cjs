'use strict';
// Publishes a typed array of some bytes, or calls a service with it, and says what was copied for it. Arguments: `message`, `bytes`, `loan` or `request`; size
const { ECHO, join, obey } = require('../../services/programs/echo-type.cjs');
const { addressOf, begin, end, report } = require('./copies.cjs');

const [how, size] = [process.argv[2], Number(process.argv[3])];
const context = join();
const node = context.createNode('sender', '/', { active: true });
const TYPE = 'std_msgs/msg/UInt8MultiArray';
const publisher = node.createPublisher(TYPE, '/copies', { depth: 4 });
const client = node.createClient(ECHO, '/copies');

const data = new Uint8Array(size).fill(5);
const serialized = new Uint8Array(16 + size).fill(5);
new Uint32Array(serialized.buffer, 0, 4).set([0x100, 0, 0, size]);

const sends = {
  message: () => {
    const at = addressOf(data);
    begin();
    publisher.publish({ data });
    return report(end(), size, at);
  },
  bytes: () => {
    const at = addressOf(serialized);
    begin();
    publisher.publishBytes(serialized);
    return report(end(), size, at);
  },
  loan: () => {
    begin();
    const loan = publisher.borrow(16 + size);
    const { bytes } = loan;
    // An empty layout, and how many bytes follow.
    bytes.fill(0, 4, 12);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(12, size, true);
    // Written where it lies.
    bytes.fill(5, 16);
    const copies = end();
    const at = addressOf(bytes);
    begin();
    publisher.publishLoan(loan);
    return report([...copies, ...end()], size, at);
  },
  request: () => {
    const at = addressOf(data);
    begin();
    const call = client.call({ data });
    const copies = end();
    call.then(() => console.log('answered'));
    return report(copies, size, at);
  },
};

obey(context, { send: () => console.log(`sent ${JSON.stringify(sends[how]())}`) });
const matched = setInterval(() => {
  const there = how === 'request' ? client.isServerAvailable() : publisher.subscriptionCount > 0;
  if (!there) return;
  console.log('matched');
  clearInterval(matched);
}, 5);
