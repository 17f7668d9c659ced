'use strict';
// example_interfaces/srv/AddTwoInts; with the argument "die" it kills itself at the first request.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('adder');
  node.createService('example_interfaces/srv/AddTwoInts', '/add_two_ints', (request, response) => {
    if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
    const answer = response.template;
    answer.sum = request.a + request.b;
    response.send(answer);
  });
  node.spin();
  console.log('serving');
}

main();
