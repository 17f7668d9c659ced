'use strict';
// Receives `/copies`, messages or requests, and says what was copied for it. Argument: `copy` or `loan`
const { ECHO, join, obey } = require('../../services/programs/echo-type.cjs');
const { addressOf, begin, end, report } = require('./copies.cjs');

const loan = process.argv[2] === 'loan';
const context = join();
const node = context.createNode('receiver', '/', { active: true });

function receive(delivery) {
  const { data } = delivery.message;
  const copies = end();
  const whole = data.every((byte) => byte === 5);
  console.log(`got ${JSON.stringify({ whole, ...report(copies, data.byteLength, addressOf(data)) })}`);
  delivery.release();
}

node.createSubscription('std_msgs/msg/UInt8MultiArray', '/copies', { depth: 4 }, receive, { loan });
const service = node.createService(
  ECHO,
  '/copies',
  (request) => {
    receive(request);
    service.respond(request, { data: [] });
  },
  { loan },
);
context.flush();
console.log('ready');

obey(context, {
  record: () => {
    begin();
    console.log('recording');
  },
});
