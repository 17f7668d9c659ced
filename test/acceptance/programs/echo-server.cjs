'use strict';
// Answers acceptance_msgs/srv/Echo with the request's own bytes.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('echo_server');
  node.createService('acceptance_msgs/srv/Echo', '/echo', (request, response) => {
    response.send({ data: request.data });
  });
  node.spin();
  console.log('serving');
  process.stdin.once('end', () => rclnodejs.shutdown());
  process.stdin.resume();
}

main();
