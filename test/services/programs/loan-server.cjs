'use strict';
// Answers `/echo` with a request's own bytes, out of the request's memory. Commands: `hold <none|answered|open>`: what to do with
// requests from now on: nothing, keep their loans, or also keep them waiting until `answer`; `destroy` ends the service; and those of Held.
const { ECHO, join, obey } = require('./echo-type.cjs');
const { Held } = require('./held.cjs');

const context = join();
const node = context.createNode(`server_${process.pid}`, '/', { active: true });
const held = new Held(context);
let mode = 'none';

const answer = (request) => service.respond(request, { data: request.message.data });
const service = node.createService(
  ECHO,
  '/echo',
  (request) => {
    if (mode !== 'open') answer(request);
    if (mode === 'none') request.release();
    else held.add(request);
    if (mode === 'open') console.log('asked');
  },
  { loan: true },
);
context.flush();
console.log('serving');

obey(context, {
  ...held.commands,
  hold: (wanted) => {
    mode = wanted;
    console.log(`holding ${mode}`);
  },
  answer: () => console.log(`answered ${held.deliveries.map(answer).filter((status) => status === 'sent').length}`),
  destroy: () => {
    service.destroy();
    console.log('destroyed');
  },
});
