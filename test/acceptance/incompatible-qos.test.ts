/**
 * A RELIABLE subscription against a BEST_EFFORT publisher, in two processes. They cannot talk, and whoever looks at either
 * of them must learn so, once, with all that is needed to mend it: the topic, both nodes, the policy and both values.
 */
import { startUserProgram } from '../roslet/user-program';
import { isolatedDomain } from '../support/domain';
import type { Program } from '../support/program';

const domain = isolatedDomain();

const BEST_EFFORT = 'new rclnodejs.QoS(1, 10, 2, 2)';
const RELIABLE = 'new rclnodejs.QoS(1, 10, 1, 2)';

function startTalker(): Promise<Program> {
  return started(
    `const node = new rclnodejs.Node('talker');
     const publisher = node.createPublisher('std_msgs/msg/String', '/scan', { qos: ${BEST_EFFORT} });
     node.createTimer(10_000_000n, () => publisher.publish({ data: 'x' }));`,
  );
}

function startListener(): Promise<Program> {
  return started(
    `const node = new rclnodejs.Node('mapper', '/robot');
     node.createSubscription('std_msgs/msg/String', '/scan', { qos: ${RELIABLE} }, () => console.log('heard'));`,
  );
}

/** Works on for a while after `settled`, so that a second warning would show. */
async function started(body: string): Promise<Program> {
  const program = startUserProgram(
    domain,
    `${body}
     node.spin();
     console.log('ready');
     process.stdin.once('data', () => setTimeout(() => { rclnodejs.shutdown(); process.stdin.destroy(); }, 500));`,
  );
  await program.line('ready');
  return program;
}

test.each([
  ['the talker first', [startTalker, startListener]],
  ['the listener first', [startListener, startTalker]],
] as const)('is told once by each side, %s', async (_name, starts) => {
  const programs: Program[] = [];
  for (const start of starts) programs.push(await start());
  const warnings = await Promise.all(programs.map((program) => program.errorLine('incompatible reliability')));
  for (const warning of warnings) {
    expect(warning).toContain('/scan');
    expect(warning).toContain('/robot/mapper');
    expect(warning).toContain('/talker');
    expect(warning).toMatch(/requested RELIABLE/);
    expect(warning).toMatch(/offered BEST_EFFORT/);
  }
  for (const program of programs) {
    program.write('settled');
    await program.success();
    expect(program.errorLines).toHaveLength(1);
    expect(program.lines).toEqual(['ready']);
  }
});
