'use strict';
// Publishes 200 messages on each of ten topics over a second, then ends.
const rclnodejs = require('roslet');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('idle_talker');
  const publishers = Array.from({ length: 10 }, (_, i) => node.createPublisher('std_msgs/msg/UInt32', `/idle_${i}`));
  node.spin();
  while (publishers.some((publisher) => publisher.subscriptionCount === 0)) await new Promise((r) => setTimeout(r, 5));
  let next = 0;
  const timer = setInterval(() => {
    publishers.forEach((publisher) => publisher.publish({ data: next }));
    if (++next === 200) {
      clearInterval(timer);
      rclnodejs.shutdown();
    }
  }, 5);
}

main();
