import * as fc from 'fast-check';
import { gidBytes, gidHex, parseGid } from './gid';

const contextId = fc.bigInt(0n, 2n ** 64n - 1n).map((id) => id.toString(16).padStart(16, '0'));

test('a GID names context and entity, and can be taken apart again', () => {
  fc.assert(
    fc.property(contextId, fc.integer({ min: 1, max: 2 ** 32 - 1 }), (id, entity) => {
      expect(parseGid(gidHex(id, entity))).toEqual({ contextId: id, entity });
      expect(Buffer.from(gidBytes(id, entity)).toString('hex')).toBe(gidHex(id, entity));
      expect(gidBytes(id, entity).byteLength).toBe(16);
    }),
  );
});

test.each(['', '00', 'x'.repeat(32), `${'0'.repeat(31)}1`])('%j is no GID', (text) => {
  expect(parseGid(text)).toBeUndefined();
});
