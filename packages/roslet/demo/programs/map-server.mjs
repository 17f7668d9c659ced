// Latches three maps, and has nothing to do from then on.

import { init, Node, shutdown } from 'roslet';
import { latched } from './qos.mjs';
import { onStop, ready } from './reporting.mjs';

const SIDE = 1024;
const MAPS = 3;

await init();
const node = new Node('map_server');
const publisher = node.createPublisher('nav_msgs/msg/OccupancyGrid', '/map', { qos: latched(MAPS) });
for (let number = 1; number <= MAPS; number++) {
  publisher.publish({
    header: { stamp: node.now().toMsg(), frame_id: 'map' },
    info: { resolution: 0.05, width: SIDE, height: SIDE, origin: { orientation: { w: 1 } } },
    data: new Int8Array(SIDE * SIDE).fill(number * 10),
  });
}
node.spin();
onStop(() => shutdown());
ready();
