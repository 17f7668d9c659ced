import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InterfaceRegistry } from '../registry/interface-registry';
import { createCodec } from './codec';

/**
 * Golden vectors from eProsima Fast CDR, written by native/test/fastcdr_golden.cpp. The functions below build the messages
 * it writes; fields with defaults are left out, so the defaults are compared too.
 */

function basicTypes(n: number): object {
  return {
    bool_value: n % 2 === 1,
    byte_value: n,
    char_value: 200 + n,
    float32_value: n + 0.125,
    float64_value: (0 - n) * 1.5,
    int8_value: -n,
    uint8_value: 255 - n,
    int16_value: -1000 * n,
    uint16_value: 60000 + n,
    int32_value: -100000 * n,
    uint32_value: 4000000000 + n,
    int64_value: -5000000000n * BigInt(n),
    uint64_value: 18000000000000000000n + BigInt(n),
  };
}

const text = (n: number): string => (n % 2 === 0 ? `text ${n}` : `ünicöde € ${n}`);

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Arrays, BoundedSequences or UnboundedSequences. */
function containers(n: number, count: number): object {
  return {
    bool_values: many(count, (i) => (n + i) % 2 === 0),
    byte_values: many(count, (i) => n + i),
    char_values: Uint8Array.from(many(count, (i) => 100 + n + i)),
    float32_values: Float32Array.from(many(count, (i) => n + i * 0.25)),
    float64_values: Float64Array.from(many(count, (i) => 0 - n - i * 0.5)),
    int8_values: many(count, (i) => -n - i),
    uint8_values: many(count, (i) => 255 - n - i),
    int16_values: Int16Array.from(many(count, (i) => -300 * (n + i))),
    uint16_values: many(count, (i) => 65535 - n - i),
    int32_values: many(count, (i) => -70000 * (n + i)),
    uint32_values: Uint32Array.from(many(count, (i) => 4294967295 - n - i)),
    int64_values: many(count, (i) => -6000000000n * BigInt(n + i)),
    uint64_values: many(count, (i) => 6000000000 * (n + i)),
    string_values: many(count, (i) => text(n + i)),
    basic_types_values: many(count, (i) => basicTypes(n + i)),
    constants_values: many(count, () => ({})),
    defaults_values: many(count, () => ({})),
    alignment_check: n,
  };
}

function multiNested(n: number, count: number): object {
  const inner = many(3, (i) => containers(n + i, count));
  const arrays = many(3, (i) => containers(n + i, 3));
  return {
    array_of_arrays: arrays,
    array_of_bounded_sequences: inner,
    array_of_unbounded_sequences: inner,
    bounded_sequence_of_arrays: arrays.slice(0, count),
    bounded_sequence_of_bounded_sequences: inner.slice(0, count),
    bounded_sequence_of_unbounded_sequences: inner.slice(0, count),
    unbounded_sequence_of_arrays: arrays.slice(0, count),
    unbounded_sequence_of_bounded_sequences: inner.slice(0, count),
    unbounded_sequence_of_unbounded_sequences: inner.slice(0, count),
  };
}

function wideStrings(value: string, count: number): object {
  return {
    wstring_value: value,
    array_of_wstrings: [value, value, value],
    bounded_sequence_of_wstrings: many(count, () => value),
    unbounded_sequence_of_wstrings: many(count, () => value),
  };
}

const MESSAGES: Readonly<Record<string, object>> = {
  empty: {},
  constants: {},
  defaults: {},
  'basic-0': basicTypes(0),
  'basic-7': basicTypes(7),
  nested: { basic_types_value: basicTypes(3) },
  arrays: containers(1, 3),
  'bounded-0': containers(2, 0),
  'bounded-1': containers(2, 1),
  'bounded-3': containers(2, 3),
  'unbounded-0': containers(4, 0),
  'unbounded-1': containers(4, 1),
  'unbounded-3': containers(4, 3),
  'unbounded-20': containers(0, 20),
  strings: { string_value: text(1), bounded_string_value: text(1) },
  'strings-empty': {},
  wstrings: wideStrings('a€😀', 2),
  'wstrings-empty': wideStrings('', 0),
  'multi-0': multiNested(1, 0),
  'multi-1': multiNested(1, 1),
};

const vectorFile = path.join(__dirname, 'fastcdr.golden.txt');
const vectors = readFileSync(vectorFile, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [name = '', type = '', order = '', hex = ''] = line.split(' ');
    return { name, type, order, hex };
  });

describe('golden vectors of Fast CDR', () => {
  const registry = new InterfaceRegistry();

  test('each message has a vector in both byte orders', () => {
    const expected = Object.keys(MESSAGES).flatMap((name) => [`${name} little`, `${name} big`]);
    expect(vectors.map(({ name, order }) => `${name} ${order}`).sort()).toEqual(expected.sort());
  });

  test.each(vectors.filter(({ order }) => order === 'little'))(
    '$name: $type serializes to the same bytes',
    ({ name, type, hex }) => {
      for (const generateCode of [true, false]) {
        const codec = createCodec(type, registry.resolve, { generateCode });
        expect(Buffer.from(codec.serialize(MESSAGES[name])).toString('hex')).toBe(hex);
      }
    },
  );

  test.each(vectors.filter(({ order }) => order === 'big'))(
    '$name: $type decodes from big-endian bytes',
    ({ name, type, hex }) => {
      const codec = createCodec(type, registry.resolve);
      const little = codec.decode(codec.serialize(MESSAGES[name])) as object;
      expect(codec.decode(Uint8Array.from(Buffer.from(hex, 'hex')))).toStrictEqual(little);
    },
  );
});

const root = path.resolve(__dirname, '../../../..');
const haveFastCdr = existsSync('/usr/include/fastcdr/Cdr.h') && spawnSync('c++', ['--version']).status === 0;
if (!haveFastCdr) console.warn('Not regenerating the golden vectors: needs c++ and the Debian package libfastcdr-dev.');

(haveFastCdr ? test : test.skip)('the committed vectors are what the installed Fast CDR writes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roslet-golden-'));
  try {
    const program = path.join(folder, 'golden');
    const source = path.join(root, 'native', 'test', 'fastcdr_golden.cpp');
    const compiled = spawnSync('c++', ['-std=c++17', source, '-lfastcdr', '-o', program], { encoding: 'utf8' });
    expect(compiled.stderr).toBe('');
    expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe(readFileSync(vectorFile, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
