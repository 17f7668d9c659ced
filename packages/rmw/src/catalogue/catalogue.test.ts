import * as fc from 'fast-check';
import { INFINITE_DURATION } from '../qos/policies';
import { QosProfiles } from '../qos/profiles';
import { type Catalogue } from './catalogue';
import { CatalogueError, decodeCatalogue } from './decode';
import { encodeCatalogue } from './encode';
import { ENDPOINT_BYTES, HEADER_BYTES, NODE_BYTES, PROFILE_BYTES, TYPE_BYTES } from './layout';

const example: Catalogue = {
  nodes: [
    { name: 'talker', namespace: '/', enclave: '/' },
    { name: 'listener', namespace: '/robot', enclave: '/secure' },
  ],
  endpoints: [
    {
      entity: 1,
      kind: 'publisher',
      node: 0,
      name: '/chatter',
      type: 'std_msgs/msg/String',
      typeHash: 'RIHS01_ab',
      qos: QosProfiles.default,
    },
    {
      entity: 2,
      kind: 'subscription',
      node: 1,
      name: '/chatter',
      type: 'std_msgs/msg/String',
      typeHash: 'RIHS01_ab',
      qos: QosProfiles.sensorData,
    },
    {
      entity: 7,
      kind: 'service',
      node: 1,
      name: '/add',
      type: 'example_interfaces/srv/AddTwoInts',
      typeHash: '',
      qos: QosProfiles.services,
    },
    {
      entity: 4_000_000_000,
      kind: 'client',
      node: 0,
      name: '/add',
      type: 'example_interfaces/srv/AddTwoInts',
      typeHash: '',
      qos: QosProfiles.default,
    },
  ],
};

test('what one context writes, the others read', () => {
  expect(decodeCatalogue(encodeCatalogue(example))).toEqual(example);
});

test('an empty context has an empty catalogue', () => {
  expect(decodeCatalogue(encodeCatalogue({ nodes: [], endpoints: [] }))).toEqual({ nodes: [], endpoints: [] });
});

test('types and profiles that endpoints share are written once', () => {
  const bytes = encodeCatalogue(example);
  const text = [
    'talker',
    '/',
    'listener',
    '/robot',
    '/secure',
    '/chatter',
    '/add',
    'std_msgs/msg/String',
    'RIHS01_ab',
    'example_interfaces/srv/AddTwoInts',
  ];
  expect(bytes.byteLength).toBe(
    HEADER_BYTES + 2 * NODE_BYTES + 2 * TYPE_BYTES + 2 * PROFILE_BYTES + 4 * ENDPOINT_BYTES + text.join('').length,
  );
});

test('the bytes lie anywhere in a larger buffer', () => {
  const bytes = encodeCatalogue(example);
  const larger = new Uint8Array(bytes.byteLength + 13);
  larger.set(bytes, 5);
  expect(decodeCatalogue(larger.subarray(5, 5 + bytes.byteLength))).toEqual(example);
});

const name = fc.stringMatching(/^\/[A-Za-z_]{1,12}$/);
const duration = fc.oneof(fc.constant(INFINITE_DURATION), fc.bigInt(1n, 10n ** 12n));

const catalogue: fc.Arbitrary<Catalogue> = fc.record({
  nodes: fc.array(fc.record({ name: name.map((text) => text.slice(1)), namespace: name, enclave: fc.constant('/') }), {
    minLength: 1,
    maxLength: 4,
  }),
  endpoints: fc.array(
    fc.record({
      entity: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      kind: fc.constantFrom('publisher' as const, 'subscription' as const, 'service' as const, 'client' as const),
      node: fc.constant(0),
      name,
      type: fc.constantFrom('a/msg/B', 'c/msg/D'),
      typeHash: fc.constantFrom('', 'RIHS01_0'),
      qos: fc.record({
        history: fc.constantFrom(1 as const, 2 as const),
        depth: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        reliability: fc.constantFrom(1 as const, 2 as const),
        durability: fc.constantFrom(1 as const, 2 as const),
        liveliness: fc.constantFrom(1 as const, 3 as const),
        deadline: duration,
        lifespan: duration,
        livelinessLeaseDuration: duration,
        avoidRosNamespaceConventions: fc.boolean(),
      }),
    }),
    { maxLength: 30 },
  ),
});

test('any catalogue survives', () => {
  fc.assert(fc.property(catalogue, (value) => expect(decodeCatalogue(encodeCatalogue(value))).toEqual(value)));
});

describe('hostile bytes', () => {
  const bytes = encodeCatalogue(example);
  const changed = (at: number, value: number) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(at, value, true);
    return copy;
  };
  const endpointsAt = HEADER_BYTES + 2 * NODE_BYTES + 2 * TYPE_BYTES + 2 * PROFILE_BYTES;

  test.each([
    ['nothing', new Uint8Array(0), 'expected at least 32 bytes, got 0'],
    ['another mark', changed(0, 1), 'expected the mark "RCAT"'],
    ['another version', changed(4, 2 | (32 << 16)), 'expected catalogue version 1, got 2'],
    ['a header too short', changed(4, 1 | (8 << 16)), 'expected a header of 32 bytes or more, got 8'],
    ['a count that explodes', changed(20, 0xffffffff), 'bytes, got'],
    ['one byte cut off', bytes.subarray(0, bytes.byteLength - 1), 'bytes, got'],
    ['entity 0', changed(endpointsAt, 0), 'expected entity numbers from 1'],
    ['an unknown kind', changed(endpointsAt + 4, 5), 'expected a kind of endpoint from 1 to 4, got 5'],
    ['a node that is not there', changed(endpointsAt + 8, 2), 'names node 2 of 2'],
    ['a type that is not there', changed(endpointsAt + 12, 9), 'names type 9 of 2'],
    ['a profile that is not there', changed(endpointsAt + 16, 9), 'names profile 9 of 2'],
    ['a name outside the text', changed(endpointsAt + 20, 0xffffff00), 'lies outside'],
    [
      'an unknown policy',
      changed(HEADER_BYTES + 2 * NODE_BYTES + 2 * TYPE_BYTES, 0x01010109),
      'expected a known history policy, got 9',
    ],
    ['control characters', changed(bytes.byteLength - 4, 0x1b1b1b1b), 'printable ASCII'],
  ])('%s: an error that says what was expected', (_what, hostile, reason) => {
    expect(() => decodeCatalogue(hostile)).toThrow(CatalogueError);
    expect(() => decodeCatalogue(hostile)).toThrow(reason);
  });

  test('whatever the bytes are, the outcome is a catalogue or a CatalogueError', () => {
    const flips = fc.array(fc.tuple(fc.nat({ max: bytes.byteLength - 1 }), fc.nat({ max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(fc.oneof(flips, fc.uint8Array({ maxLength: 200 })), (change) => {
        const hostile = ArrayBuffer.isView(change) ? Uint8Array.from(change) : bytes.slice();
        if (!ArrayBuffer.isView(change)) for (const [at, value] of change) hostile[at] = value;
        try {
          decodeCatalogue(hostile);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogueError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
