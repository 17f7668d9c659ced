import fc from 'fast-check';
import { MessageWriter } from '@foxglove/rosmsg2-serialization';
import type { MessageDescription, Resolve } from '../model';
import { arbitrarySample } from './arbitrary.testing';
import { createCodec } from './codec';

/** Enough to meet every pair of neighbouring kinds many times, and done in seconds. */
const RUNS = { numRuns: 300 };

describe('random types, random messages', () => {
  test('decoding what was encoded gives the message with its defaults', () => {
    fc.assert(
      fc.property(arbitrarySample(), ({ name, resolve, message, complete }) => {
        const codec = createCodec(name, resolve);
        const bytes = codec.serialize(message);
        expect(bytes.length).toBe(codec.size(message));
        expect(codec.decode(bytes)).toStrictEqual(complete);
      }),
      RUNS,
    );
  });

  test('generated code and the plain walk give the same bytes and the same messages', () => {
    fc.assert(
      fc.property(arbitrarySample(), ({ name, resolve, message }) => {
        const generated = createCodec(name, resolve, { generateCode: true });
        const plain = createCodec(name, resolve, { generateCode: false });
        const bytes = generated.serialize(message);
        expect(Buffer.from(plain.serialize(message)).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
        expect(plain.decode(bytes)).toStrictEqual(generated.decode(bytes));
      }),
      RUNS,
    );
  });

  test('at any offset of dirty memory the same bytes are written, and nothing else', () => {
    fc.assert(
      fc.property(arbitrarySample(), fc.nat({ max: 17 }), fc.nat({ max: 9 }), (sample, offset, start) => {
        const codec = createCodec(sample.name, sample.resolve);
        const bytes = codec.serialize(sample.message);
        const memory = new Uint8Array(new ArrayBuffer(start + offset + bytes.length + 40), start).fill(0xa5);
        expect(codec.encode(sample.message, memory, offset, bytes.length)).toBe(bytes.length);
        const end = offset + bytes.length;
        expect(Buffer.from(memory.subarray(offset, end)).equals(bytes)).toBe(true);
        expect(memory.subarray(0, offset).every((byte) => byte === 0xa5)).toBe(true);
        expect(memory.subarray(end).every((byte) => byte === 0xa5)).toBe(true);
        expect(codec.decode(memory, offset, bytes.length)).toStrictEqual(sample.complete);
      }),
      RUNS,
    );
  });

  test('the bytes are those of @foxglove/rosmsg2-serialization', () => {
    fc.assert(
      fc.property(arbitrarySample({ sane: true }), ({ name, resolve, message, complete }) => {
        const theirs = new MessageWriter(toFoxglove(name, resolve)).writeMessage(complete);
        const ours = createCodec(name, resolve).serialize(message);
        expect(Buffer.from(ours).toString('hex')).toBe(Buffer.from(theirs).toString('hex'));
      }),
      RUNS,
    );
  });
});

/** All structures reachable from `name`, the root first, in Foxglove's form. */
function toFoxglove(name: string, resolve: Resolve): ConstructorParameters<typeof MessageWriter>[0] {
  const found = new Map<string, MessageDescription>();
  const visit = (typeName: string) => {
    if (found.has(typeName)) return;
    const description = resolve(typeName);
    found.set(typeName, description);
    for (const { type } of description.fields) if (type.base === 'nested') visit(type.nested!);
  };
  visit(name);
  return [...found.values()].map((description) => ({
    name: description.name,
    definitions: description.fields.map(({ name: field, type }) => ({
      name: field,
      type: type.base === 'nested' ? type.nested! : (FOXGLOVE_NAMES[type.base] ?? type.base),
      isComplex: type.base === 'nested',
      isArray: type.container.kind !== 'single',
      ...(type.container.kind === 'array' ? { arrayLength: type.container.length } : {}),
    })),
  }));
}

const FOXGLOVE_NAMES: Readonly<Record<string, string>> = { byte: 'uint8', char: 'uint8' };
