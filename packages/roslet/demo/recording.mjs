// Recordings to replay: real ones where they lie beside the checkout, or the small one that ships with the demo.

import { McapStreamReader } from '@mcap/core';
import { decompress } from 'fzstd';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const demoDirectory = path.dirname(fileURLToPath(import.meta.url));
const checkout = path.resolve(demoDirectory, '../../..');

/** Files to replay: those of `$ROSLET_DATA/bags`, else of `../shared/data/bags` beside the checkout, else the sample. */
export function recordingFiles() {
  const data = process.env.ROSLET_DATA || path.resolve(checkout, '../shared/data');
  const bags = path.join(data, 'bags');
  const found = existsSync(bags) ? readdirSync(bags).filter((name) => name.endsWith('.mcap')) : [];
  return found.length > 0 ? found.map((name) => path.join(bags, name)) : [path.join(demoDirectory, 'sample.mcap')];
}

/**
 * The topics of recordings with their type and their serialized messages in order. Topics get a name of their own, for the
 * nodes of the demo publish on /rosout, too.
 */
export function recordedTopics(files) {
  return files.flatMap((file) => {
    const prefix = `/replay/${path.basename(file, '.mcap')}`;
    const recorded = [...topicsOf(readFileSync(file)).values()].filter(({ messages }) => messages.length > 0);
    return recorded.map((topic) => ({ ...topic, topic: prefix + topic.topic }));
  });
}

function topicsOf(bytes) {
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (chunk, size) => decompress(chunk, new Uint8Array(Number(size))) },
  });
  reader.append(bytes);
  const schemas = new Map();
  const topics = new Map();
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === 'Schema') schemas.set(record.id, record.name);
    // A recording repeats its channels in the summary at its end.
    if (record.type === 'Channel' && record.messageEncoding === 'cdr' && !topics.has(record.id)) {
      topics.set(record.id, { topic: record.topic, type: schemas.get(record.schemaId), messages: [] });
    }
    if (record.type === 'Message') topics.get(record.channelId)?.messages.push(Uint8Array.from(record.data));
  }
  return topics;
}
