'use strict';
// Publishes numbered UInt8MultiArray messages by borrowed records, as many a line of input as the line says. Argument: size
const { Context } = require('@roslet/rmw');
const { pattern } = require('../../acceptance/programs/pattern.cjs');

const size = Number(process.argv[2]);
const context = new Context();
const publisher = context.createNode('lender').createPublisher('std_msgs/msg/UInt8MultiArray', '/loans', { depth: 2 });
let next = 0;

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  if (text.startsWith('close')) {
    context.close();
    process.stdin.destroy();
    return;
  }
  for (let i = Number(text); i > 0; i--, next++) {
    // Empty layout (16 bytes: dim, data_offset, length of data) and the data behind it.
    const loan = publisher.borrow(4 + 12 + size);
    const view = new DataView(loan.bytes.buffer, loan.bytes.byteOffset, loan.bytes.byteLength);
    view.setUint32(4, 0, true);
    view.setUint32(8, next, true);
    view.setUint32(12, size, true);
    loan.bytes.set(pattern(size, next), 16);
    publisher.publishLoan(loan);
  }
  console.log(`published ${next} shared ${publisher.statistics().sharedBytes}`);
});
context.setRef(true);
let readers = 0;
setInterval(() => {
  const now = context.isValid ? publisher.subscriptionCount : 0;
  if (now > readers) console.log('matched');
  readers = now;
}, 5).unref();
