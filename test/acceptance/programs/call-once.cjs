'use strict';
// Starts, waits for add_two_ints, calls it once, prints the sum, ends. Arguments: a b
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node(`caller_${process.pid}`);
  const client = node.createClient('example_interfaces/srv/AddTwoInts', '/add_two_ints');
  node.spin();
  if (!(await client.waitForService(30_000))) throw new Error('no service');
  const [a, b] = process.argv.slice(2).map(BigInt);
  try {
    const response = await client.sendRequestAsync({ a, b });
    console.log(String(response.sum));
  } catch (error) {
    console.log(`error ${error.code ?? error.name}`);
  }
  rclnodejs.shutdown();
}

main();
