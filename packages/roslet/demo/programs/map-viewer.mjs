// Comes when the maps were published long ago, and gets them all the same.

import { init, Node, shutdown } from 'roslet';
import { latched } from './qos.mjs';
import { onStop, ready, reportRegularly } from './reporting.mjs';

await init();
const node = new Node('map_viewer');
const result = { maps: [], bytes: 0, ageSeconds: 0, damaged: 0 };

const subscription = node.createSubscription('nav_msgs/msg/OccupancyGrid', '/map', { qos: latched(3) }, (map, info) => {
  const [value] = map.data;
  if (map.data.length !== map.info.width * map.info.height || !map.data.every((cell) => cell === value)) {
    result.damaged++;
  }
  result.maps.push(value / 10);
  result.bytes = map.data.length;
  result.ageSeconds = Number(info.receivedTimestamp - info.sourceTimestamp) / 1e9;
});

node.spin();
const lastReport = reportRegularly(() => ({ ...result, via: subscription.statistics().via }));
onStop(() => {
  lastReport();
  shutdown();
});
ready();
