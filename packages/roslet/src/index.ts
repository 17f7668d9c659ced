/**
 * ROS 2 for Node.js, with the names and the behaviour of rclnodejs.
 *
 * ```js
 * import { init, Node } from 'roslet';
 *
 * await init();
 * const node = new Node('talker');
 * const publisher = node.createPublisher('std_msgs/msg/String', '/chatter');
 * node.createTimer(1_000_000_000n, () => publisher.publish({ data: 'hello' }));
 * node.spin();
 * ```
 */
import * as roslet from './api';

export * from './api';
export default roslet;
