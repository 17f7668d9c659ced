import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as Mcap from '@mcap/core' with { 'resolution-mode': 'import' };
import { decompress } from 'fzstd';
import type { Resolve } from '../model';
import { parseMessage } from '../parse/interface-file';
import { InterfaceRegistry } from '../registry/interface-registry';
import { createCodec } from './codec';
import { SizeSink } from './sinks';
import { buildStructure } from './structure';
import { walkMessage } from './walk';

// Its types are declared for import only, while jest (like require) loads its CommonJS build.
const { McapStreamReader } = jest.requireActual<typeof Mcap>('@mcap/core');

/**
 * Real recordings by real ROS 2 installations: each message must decode, and encode again to the same bytes. The types come
 * from the recording's own schemas and, once more, from the definitions Roslet ships.
 */
const folder = path.join(process.env['ROSLET_DATA'] ?? path.resolve(__dirname, '../../../../../shared/data'), 'bags');

interface RecordedMessage {
  readonly type: string;
  readonly schema: string;
  readonly bytes: Uint8Array;
}

function readBag(file: string): RecordedMessage[] {
  const reader = new McapStreamReader({ decompressHandlers: { zstd: (packed) => decompress(packed) } });
  reader.append(readFileSync(file));
  const schemas = new Map<number, { name: string; text: string }>();
  const channels = new Map<number, number>();
  const messages: RecordedMessage[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === 'Schema')
      schemas.set(record.id, { name: record.name, text: Buffer.from(record.data).toString() });
    if (record.type === 'Channel') channels.set(record.id, record.schemaId);
    if (record.type !== 'Message') continue;
    const schema = schemas.get(channels.get(record.channelId)!)!;
    messages.push({ type: schema.name, schema: schema.text, bytes: Uint8Array.from(record.data) });
  }
  return messages;
}

/** A ros2msg schema: the type's own text, then `MSG: package/Name` sections of the types nested in it. */
function resolverOfSchema(name: string, schema: string): Resolve {
  const [own = '', ...nested] = schema.split(/^=+\r?\n/m);
  const texts = new Map([[name, own]]);
  for (const section of nested) {
    const [, title = '', text = ''] = /^MSG: (\S+)\r?\n([^]*)$/.exec(section)!;
    texts.set(title.split('/').length === 2 ? title.replace('/', '/msg/') : title, text);
  }
  return (wanted) => {
    const text = texts.get(wanted) ?? texts.get(wanted.replace('/srv/', '/msg/'));
    if (text === undefined) throw new Error(`the schema of ${name} has no ${wanted}`);
    return parseMessage(wanted, text);
  };
}

/** Finds where the padding lies, which middlewares leave as whatever their buffers held before. */
class PaddingSink extends SizeSink {
  readonly padding: number[] = [];

  override align(alignment: number): void {
    const from = this.size;
    super.align(alignment);
    for (let at = from; at < this.size; at++) this.padding.push(at);
  }
}

function expectSameBytes(type: string, resolve: Resolve, generateCode: boolean, recorded: Uint8Array): void {
  const codec = createCodec(type, resolve, { generateCode });
  const message: unknown = codec.decode(recorded);
  const again = codec.serialize(message);
  // Some middlewares pad the body's end to a multiple of 4, and note that in the header's options.
  expect(recorded.length - again.length).toBeGreaterThanOrEqual(0);
  expect(recorded.length - again.length).toBeLessThan(4);
  const sink = new PaddingSink();
  walkMessage(buildStructure(type, resolve), message, sink);
  const body = recorded.slice(4, again.length);
  for (const at of sink.padding) body[at] = 0;
  expect(Buffer.from(again.subarray(4)).toString('hex')).toBe(Buffer.from(body).toString('hex'));
}

const present = existsSync(folder);
if (!present)
  console.warn(`Skipping the real recordings: there is no ${folder}. Set ROSLET_DATA to the folder that holds bags/.`);

(present ? describe : describe.skip)('real recordings encode again to the same bytes', () => {
  const files = present ? readdirSync(folder).filter((name) => name.endsWith('.mcap')) : [];
  const registry = new InterfaceRegistry();

  test('there are recordings', () => expect(files.length).toBeGreaterThan(0));

  test.each(files)('%s', (file) => {
    const messages = readBag(path.join(folder, file));
    expect(messages.length).toBeGreaterThan(0);
    for (const { type, schema, bytes } of messages) {
      // rosbag2 records the whole service text as the schema of its introspection events: no schema of the event itself.
      if (!schema.includes('\n---')) expectSameBytes(type, resolverOfSchema(type, schema), true, bytes);
      expectSameBytes(type, registry.resolve, true, bytes);
      expectSameBytes(type, registry.resolve, false, bytes);
    }
  });
});
