import { domainDirectory, readGraph } from '@roslet/rmw/internal';

/** Prints how many milliseconds it takes to read a domain's topics, as `roslet topic list` does it. */

const began = performance.now();
const topics = readGraph(domainDirectory()).topics();
const took = performance.now() - began;
if (topics.length === 0) throw new Error('there are no topics');
process.stdout.write(took.toFixed(2));
