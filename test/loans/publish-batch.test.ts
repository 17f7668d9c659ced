/** Many messages at once: all arrive in order, and a sleeping reader is woken once and not a thousand times. */
import { isolatedDomain } from '../support/domain';
import { startProgram } from '../support/program';

const domain = isolatedDomain();

test('a batch of 1,000 messages rings at most once', async () => {
  const reader = startProgram(domain, 'loans/programs/batch-reader.cjs');
  await reader.line('listening');
  const writer = startProgram(domain, 'loans/programs/batch-writer.cjs');
  await writer.line('matched');
  for (let batch = 1; batch <= 20; batch++) {
    writer.write('go');
    // The first message makes the log, and every reader is told.
    expect(await writer.line(/^1000 sent doorbells /)).toMatch(batch === 1 ? / [012]$/ : / [01]$/);
    expect(await reader.line(/^\d/)).toBe(`${batch * 1000} in order`);
  }
  for (const program of [writer, reader]) {
    program.write('close');
    await program.success();
  }
});
