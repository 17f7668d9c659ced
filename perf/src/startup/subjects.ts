import path from 'node:path';

/** A program whose start is timed. */
export interface Subject {
  readonly name: string;
  readonly about: string;
  /** Arguments of `node`. */
  readonly args: readonly string[];
  /** `message`: it prints `process.hrtime.bigint()` as soon as the first message is in its callback. */
  readonly until: 'exit' | 'message';
}

const perf = path.join(__dirname, '..', '..');
const command = path.join(perf, '..', 'packages', 'cli', 'bin', 'roslet.js');

const subscriber = (name: string, file: string, way: string): Subject => ({
  name,
  about: `a subscriber with ${way}, to its first message`,
  args: [path.join(perf, 'startup', file)],
  until: 'message',
});

/** What all others are compared with. */
export const BARE: Subject = { name: 'node -e 0', about: 'Node.js, to its end', args: ['-e', '0'], until: 'exit' };

export const SUBJECTS: readonly Subject[] = [
  BARE,
  subscriber('rmw', 'rmw.cjs', "require('@roslet/rmw')"),
  subscriber('rmw, ESM', 'rmw.mjs', "import '@roslet/rmw'"),
  subscriber('roslet', 'roslet.cjs', "require('roslet')"),
  subscriber('roslet, ESM', 'roslet.mjs', "import 'roslet'"),
  {
    name: 'topic list',
    about: 'the command `roslet topic list`, to its end',
    args: [command, 'topic', 'list'],
    until: 'exit',
  },
];
