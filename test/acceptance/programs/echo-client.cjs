'use strict';
// Calls the echo service once for each size and prints what came back. Argument: sizes
const rclnodejs = require('roslet');
const { pattern, matches } = require('./pattern.cjs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('echo_client');
  const client = node.createClient('acceptance_msgs/srv/Echo', '/echo');
  node.spin();
  if (!(await client.waitForService(30_000))) throw new Error('no service');
  for (const size of process.argv[2].split(',').map(Number)) {
    const response = await client.sendRequestAsync({ data: pattern(size) });
    console.log(`0 ${size} ${response.data.length === size && matches(response.data) ? 'equal' : 'DIFFERENT'}`);
  }
  rclnodejs.shutdown();
}

main();
