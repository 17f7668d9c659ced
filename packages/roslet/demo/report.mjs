// What the demo's report says, as lines of text. Where they go is `terminal.mjs`'s affair.

import { bold, dim, green, red } from './terminal.mjs';

/** The state of the demo: what each program reported last. */
export function reportLines({ reports, recordings }) {
  return [
    '',
    ...topicsSection(reports),
    '',
    ...serviceSection(reports),
    '',
    ...mapSection(reports),
    '',
    ...replaySection(reports, recordings),
    '',
  ];
}

/** What must hold at the end, each with whether it does. */
export function checks({ reports, leftovers, badEnds }) {
  const { sensor, listener, 'add-two-ints-client': client, 'map-viewer': map, 'replay-checker': replay } = reports;
  const topics = ['/camera/image', '/joint_states'].map((topic) => {
    const { received = 0, missing, outOfOrder, damaged, lost } = listener?.[topic] ?? {};
    const sent = sensor?.sent[topic] ?? 0;
    return {
      text: `${topic}: ${count(received)} of ${count(sent)} messages arrived, in order and undamaged`,
      holds: received > 0 && received === sent && missing === 0 && outOfOrder === 0 && damaged === 0 && lost === 0,
    };
  });
  return [
    ...topics,
    {
      text: `/add_two_ints: ${count(client?.calls ?? 0)} requests, each answered correctly`,
      holds: client !== undefined && client.calls > 0 && client.wrong === 0 && client.failed === 0,
    },
    {
      text: `/map: the late joiner got maps ${map?.maps.join(', ') || 'none'}, each once and in order`,
      holds: map?.maps.join() === '1,2,3' && map.damaged === 0,
    },
    {
      text: `recordings: ${count(replay?.equal ?? 0)} of ${count(replay?.expected ?? 0)} messages arrived byte for byte`,
      holds: replay !== undefined && replay.expected > 0 && replay.equal === replay.expected && replay.different === 0,
    },
    {
      text: badEnds.length === 0 ? 'every program ended by itself with code 0' : `ended badly: ${badEnds.join(', ')}`,
      holds: badEnds.length === 0,
    },
    {
      text:
        leftovers.length === 0
          ? 'the domain directory is gone'
          : `left in the domain directory: ${leftovers.join(' ')}`,
      holds: leftovers.length === 0,
    },
  ];
}

/** @returns the lines, and whether everything holds */
export function verdictLines(results) {
  const lines = results.map(({ text, holds }) => `  ${holds ? green('✓') : red('✗')} ${text}`);
  const holds = results.every((result) => result.holds);
  const sum = holds ? green('All of it held.') : red('Not all of it held.');
  return { lines: [...lines, '', `  ${bold(sum)}`, ''], holds };
}

const COLUMNS = [
  ['topic', 16, 'left'],
  ['messages', 9],
  ['rate', 9],
  ['data', 11],
  ['p50', 9],
  ['p90', 9],
  ['p99', 9],
  ['path', 8],
  ['lost', 5],
];

function topicsSection(reports) {
  const rows = Object.entries(reports.listener ?? {}).map(([topic, report]) => {
    const { p50, p90, p99 } = report.latencyMicros ?? {};
    const lost = report.lost + report.missing;
    return [
      topic,
      count(report.received),
      perSecond(report.received, report.seconds),
      throughput(report.bytes, report.seconds),
      micros(p50),
      micros(p90),
      micros(p99),
      report.path,
      lost === 0 ? '0' : red(String(lost)),
    ];
  });
  return [
    `  ${bold('sensor → listener')}  ${dim('images of 1 MiB at 30 Hz, joint states at 100 Hz; latency from publish to callback')}`,
    `    ${dim(row(COLUMNS.map(([title]) => title)))}`,
    ...rows.map((cells) => `    ${row(cells)}`),
    ...(rows.length === 0 ? [`    ${dim('starting')}`] : []),
  ];
}

function row(cells) {
  return cells
    .map((cell, i) => {
      const [, width, align] = COLUMNS[i];
      const padding = ' '.repeat(Math.max(0, width - visibleLength(cell)));
      return align === 'left' ? cell + padding : padding + cell;
    })
    .join('');
}

function serviceSection(reports) {
  const client = reports['add-two-ints-client'];
  const title = `  ${bold('add_two_ints')}  ${dim('one request after the other; latency from call to answer')}`;
  if (!client?.latencyMicros) return [title, `    ${dim('starting')}`];
  const { p50, p90, p99 } = client.latencyMicros;
  const failures = client.wrong + client.failed;
  return [
    title,
    `    ${count(client.calls)} calls, ${perSecond(client.calls, client.seconds)}, p50 ${micros(p50)}, p90 ${micros(p90)}, ` +
      `p99 ${micros(p99)}, ${failures === 0 ? 'all right' : red(`${failures} wrong or failed`)}`,
  ];
}

function mapSection(reports) {
  const map = reports['map-viewer'];
  const title = `  ${bold('map_server → late joiner')}  ${dim('three latched maps of 1 MiB, published before the receiver existed')}`;
  if (!map) return [title, `    ${dim('not there yet')}`];
  if (map.maps.length === 0) return [title, `    ${dim('joined')}`];
  const path = Object.keys(map.via).filter((name) => map.via[name] > 0);
  return [
    title,
    `    got maps ${map.maps.join(', ')} (${size(map.bytes)} each, ${map.ageSeconds.toFixed(1)} s old), path ${path.join('+')}`,
  ];
}

function replaySection(reports, recordings) {
  const replay = reports['replay-checker'];
  const title = `  ${bold('replay')}  ${dim(`${recordings} through two processes, compared byte for byte`)}`;
  if (!replay) return [title, `    ${dim('not there yet')}`];
  const different = replay.different === 0 ? '' : `, ${red(`${replay.different} different`)}`;
  return [
    title,
    `    ${replay.topics} topics, ${count(replay.equal)} of ${count(replay.expected)} messages equal${different}`,
  ];
}

function visibleLength(text) {
  // eslint-disable-next-line no-control-regex -- colours are control characters
  return text.replace(/\u001b\[[0-9;]*m/g, '').length;
}

function count(number) {
  return number.toLocaleString('en-US');
}

function perSecond(number, seconds) {
  return `${Math.round(number / Math.max(seconds, 0.1))}/s`;
}

function throughput(bytes, seconds) {
  return `${size(bytes / Math.max(seconds, 0.1))}/s`;
}

function size(bytes) {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${Math.round(bytes)} B`;
}

function micros(value) {
  if (value === undefined) return '-';
  return value < 1000 ? `${Math.round(value)} µs` : `${(value / 1000).toFixed(1)} ms`;
}
