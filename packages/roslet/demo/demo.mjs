// Roslet in a dozen seconds: nodes in processes of their own talk over topics, a service and a latched map, and every message
// is checked. Ends with code 0 when all that was sent arrived, in order and undamaged, and nothing is left behind.
//
//   npm run demo

import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDomainDirectory, removeDomainDirectory } from './domain-directory.mjs';
import { Program } from './program.mjs';
import { recordingFiles } from './recording.mjs';
import { checks, reportLines, verdictLines } from './report.mjs';
import { bold, dim, print, progress, redraw } from './terminal.mjs';

const STREAM_MILLIS = 8000;
const LATE_MILLIS = 3000;
const REDRAW_MILLIS = 250;
/** Time for the last messages to arrive when their sender has stopped. */
const SETTLE_MILLIS = 500;

const directory = makeDomainDirectory();
const files = recordingFiles();
const recordings = files.length === 1 ? 'a recording' : `${files.length} recordings that other ROS 2 systems made`;
const programs = [];
const badEnds = [];

process.once('SIGINT', () => abandon(130));
process.once('SIGTERM', () => abandon(143));

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  print(['', `  The demo failed: ${error.message}`, '']);
  abandon(1);
}

async function run() {
  print(['', `  ${bold('Roslet demo')}  ${dim(`ROS 2 nodes in separate processes, domain directory ${directory}`)}`]);
  const drawing = setInterval(() => redraw(reportLines(state())), REDRAW_MILLIS);
  try {
    await stream();
  } finally {
    clearInterval(drawing);
  }
  const leftovers = removeDomainDirectory(directory);
  print(reportLines(state()));
  const verdict = verdictLines(checks({ ...state(), leftovers, badEnds }));
  print(verdict.lines);
  return verdict.holds;
}

async function stream() {
  progress('starting listener, add_two_ints server and map server');
  const [listener, server, mapServer] = await start('listener', 'add-two-ints-server', 'map-server');
  progress('starting sensor and add_two_ints client');
  const [sensor, client] = await start('sensor', 'add-two-ints-client');

  await pause(LATE_MILLIS);
  progress('the late joiner comes, and the recordings are replayed');
  const [mapViewer, checker] = await start('map-viewer', 'replay-checker');
  const [player] = await start('replay-player');
  await pause(STREAM_MILLIS - LATE_MILLIS);

  progress('stopping');
  await stop(sensor, client, player);
  await pause(SETTLE_MILLIS);
  await stop(listener, checker, mapViewer);
  await stop(server, mapServer);
}

async function start(...names) {
  const started = names.map((name) => new Program(name, files, { ...process.env, ROSLET_DIR: directory }));
  programs.push(...started);
  await Promise.all(started.map((program) => program.ready));
  return started;
}

async function stop(...stopping) {
  for (const program of stopping) {
    const { code, signal } = await program.stop();
    if (code !== 0) badEnds.push(`${program.name} (${signal ?? `code ${code}`})`);
    if (program.errors !== '') badEnds.push(`${program.name} said: ${program.errors.trim()}`);
  }
}

function state() {
  const reports = Object.fromEntries(programs.map((program) => [program.name, program.report]));
  return { reports, recordings };
}

function abandon(code) {
  for (const program of programs) program.kill();
  removeDomainDirectory(directory);
  process.exit(code);
}
