'use strict';
// Sleeps between messages; says when 1,000 more have come, and whether in order.
const { Context } = require('@roslet/rmw');

const context = new Context({ wait: 'park' });
const node = context.createNode('batch_reader', '/', { active: true });
let next = 0;
let order = 'in order';
node.createSubscription('std_msgs/msg/UInt32', '/batch', { depth: 1000 }, ({ message }) => {
  if (message.data !== next) order = `${message.data} where ${next} was due`;
  if (++next % 1000 === 0) console.log(`${next} ${order}`);
});
context.setRef(true);
console.log('listening');
process.stdin.once('data', () => {
  context.close();
  process.stdin.destroy();
});
