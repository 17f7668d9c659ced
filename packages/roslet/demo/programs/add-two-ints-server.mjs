// Adds two numbers for whoever asks.

import { init, Node, shutdown } from 'roslet';
import { onStop, ready } from './reporting.mjs';

await init();
const node = new Node('add_two_ints_server');
node.createService('example_interfaces/srv/AddTwoInts', '/add_two_ints', (request, response) => {
  const result = response.template;
  result.sum = request.a + request.b;
  response.send(result);
});
node.spin();
onStop(() => shutdown());
ready();
