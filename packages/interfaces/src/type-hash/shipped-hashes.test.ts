import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InterfaceRegistry } from '../registry/interface-registry';
import { typeHash } from './rihs';

const registry = new InterfaceRegistry({ environment: {} });

/** Recorded while every definition equalled the facts of the ROS 2 packages; a changed hash breaks wire compatibility. */
const GOLDEN = JSON.parse(readFileSync(join(__dirname, 'shipped-hashes.golden.json'), 'utf8')) as Record<
  string,
  string
>;

test('no shipped interface has drifted from the shape other ROS 2 systems have', () => {
  const current = Object.fromEntries(registry.list().map((name) => [name, typeHash(registry, name)]));
  expect(current).toEqual(GOLDEN);
});
