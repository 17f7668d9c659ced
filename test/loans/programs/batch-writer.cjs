'use strict';
// Publishes 1,000 messages in one batch a line of input, and says how many doorbells that took.
const { Context } = require('@roslet/rmw');

const context = new Context({ wait: 'park' });
const publisher = context.createNode('batch_writer').createPublisher('std_msgs/msg/UInt32', '/batch', { depth: 1000 });
let next = 0;
context.setRef(true);
const wait = setInterval(() => {
  if (publisher.subscriptionCount === 0) return;
  clearInterval(wait);
  console.log('matched');
}, 5);
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  if (text.startsWith('close')) {
    context.close();
    process.stdin.destroy();
    return;
  }
  const before = context.counters().doorbells;
  const { taken, status } = publisher.publishBatch(Array.from({ length: 1000 }, () => ({ data: next++ })));
  console.log(`${taken} ${status} doorbells ${context.counters().doorbells - before}`);
});
