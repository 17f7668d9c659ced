'use strict';
// One of several programs whose services call each other. Arguments: own number, number of programs, `await` or `block`.
//
// A request is [hops left, the numbers of the programs to call next, …, filler]. Whoever gets it calls the next one and answers with its own number
// in front of that one's answer, so that an answer is the way it went. `block`: the handler does not return before it has the answer, but spins.
const { ECHO, join, obey } = require('./echo-type.cjs');

const [own, count, how] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const context = join();
const node = context.createNode(`hop_${own}`, '/', { active: true });

const clients = Array.from({ length: count }, (_, other) => node.createClient(ECHO, `/hop_${other}`));
let open = 0;
let most = 0;

function answer(request, data) {
  const way = request.message.data;
  service.respond(request, { data: [own, ...data.slice(0, 1 + 8), ...way.subarray(10)] });
}

function ask(data) {
  const [left, next] = data;
  const onward = Uint8Array.from(data);
  onward[0] = left - 1;
  onward.copyWithin(1, 2, 10);
  return [clients[next], { data: onward }];
}

const handlers = {
  await: async (request) => {
    const { data } = request.message;
    if (data[0] === 0) return answer(request, []);
    most = Math.max(most, ++open);
    const [client, onward] = ask(data);
    const response = await client.call(onward);
    open--;
    answer(request, response.data);
  },
  block: (request) => {
    const { data } = request.message;
    if (data[0] === 0) return answer(request, []);
    most = Math.max(most, ++open);
    const [client, onward] = ask(data);
    let response;
    client.send(onward, (message) => (response = message));
    while (response === undefined) context.spinOnce(-1);
    open--;
    answer(request, response.data);
  },
};
const service = node.createService(ECHO, `/hop_${own}`, (request) => void handlers[how](request));

let state = 1 + own;
const random = (limit) => (state = (state * 48271) % 2147483647) % limit;

/** Calls along `ways` (a list of lists of numbers), all at once, with `filler` bytes behind each; prints how many came back by the right way. */
async function go(ways, filler) {
  const right = await Promise.all(
    ways.map(async ([first, ...way]) => {
      const data = new Uint8Array(10 + filler).fill(7);
      data.set([way.length, ...way]);
      const response = await clients[first].call({ data });
      const expected = [first, ...way];
      return (
        expected.every((number, i) => response.data[i] === number) &&
        response.data.length >= filler &&
        response.data.subarray(response.data.length - filler).every((byte) => byte === 7)
      );
    }),
  );
  console.log(`right ${right.filter(Boolean).length} of ${ways.length}`);
}

(async () => {
  for (const client of clients) await client.waitForServer();
  console.log('ready');
})();

obey(context, {
  // `random <calls> <hops> <filler>`, `way <calls> <numbers> <filler>`
  random: (calls, hops, filler) =>
    go(
      Array.from({ length: Number(calls) }, () => Array.from({ length: Number(hops) }, () => random(count))),
      Number(filler),
    ),
  way: (calls, numbers, filler) =>
    go(
      Array.from({ length: Number(calls) }, () => [...numbers].map(Number)),
      Number(filler),
    ),
  most: () => console.log(`most open ${most}`),
});
