import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Some hosts forbid `new Function`; messages must serialize there too, by the plain walk. */
const PROGRAM = `
  const { compileCodec, defaultRegistry } = require('@roslet/interfaces');
  let forbidden = false;
  try { new Function(''); } catch { forbidden = true; }
  const codec = compileCodec('geometry_msgs/msg/PoseStamped', defaultRegistry().resolve);
  const bytes = codec.serialize({ header: { frame_id: 'map' }, pose: { position: { x: 1.5 } } });
  let refusal = '';
  try { codec.serialize({ pose: { position: { x: 'far' } } }); } catch (error) { refusal = error.message; }
  console.log(JSON.stringify({ forbidden, hex: Buffer.from(bytes).toString('hex'), x: codec.decode(bytes).pose.position.x, refusal }));
`;

function run(...options: string[]): Record<string, unknown> {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '--eval', PROGRAM], {
    cwd: path.dirname(__dirname),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('a process that may not generate code serializes the same bytes', () => {
  const usual = run();
  const forbidden = run('--disallow-code-generation-from-strings');
  expect(usual['forbidden']).toBe(false);
  expect(forbidden).toEqual({ ...usual, forbidden: true });
  expect(forbidden).toMatchObject({ x: 1.5, refusal: expect.stringContaining('pose.position.x: expected') as string });
});
