// How the demo's programs talk to the demo: reports go up, and `stop` comes down. Nothing of it is ROS.

import { clearInterval, setInterval } from 'node:timers';

const REPORT_MILLIS = 200;

/** Sends what `collect` gives a few times a second, and once more when the program ends. */
export function reportRegularly(collect) {
  const timer = setInterval(() => process.send?.({ report: collect() }), REPORT_MILLIS);
  return () => {
    clearInterval(timer);
    process.send?.({ report: collect(), final: true });
  };
}

/** Tells the demo that the program is up. */
export function ready() {
  process.send?.({ ready: true });
}

/** Calls back once when the demo wants the program to end, or is gone itself. */
export function onStop(stop) {
  let stopped = false;
  const once = () => {
    if (stopped) return;
    stopped = true;
    Promise.resolve(stop()).then(() => process.channel && process.disconnect());
  };
  process.on('message', once);
  process.on('disconnect', once);
}
