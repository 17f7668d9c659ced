/** `roslet doctor` and `roslet clean` */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { roslet, rosletJson } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startUserProgram } from '../roslet/user-program';
import { startListener, startTalker } from './programs';

const domain = isolatedDomain();

test('a healthy domain', async () => {
  await Promise.all([startTalker(domain), startListener(domain)]);
  const { healthy, findings, facts } = await rosletJson(domain, 'doctor');
  expect(healthy).toBe(true);
  expect(findings.map(({ check }: { check: string }) => check)).toEqual(
    expect.arrayContaining([
      'platform',
      'datagram queue',
      'open files',
      'permissions',
      'shared memory',
      'contexts',
      'leftovers',
      'losses',
      'node names',
    ]),
  );
  expect(facts.domain.contexts).toHaveLength(2);
  expect(facts.domain.contexts[0]).toMatchObject({
    pid: expect.any(Number),
    alive: true,
    libraryVersion: expect.any(String),
  });
  expect(facts.directory.path).toBe(path.join(domain.directory, '0'));
  const report = await roslet(domain, 'doctor --report');
  expect(report.code).toBe(0);
  expect(report.lines).toContainEqual(expect.stringMatching(/^ok +contexts: 2 contexts, 2 nodes/));
});

test('endpoints that do not match, with what to do; a failure only when warnings are to count', async () => {
  await startTalker(domain);
  const listener = startUserProgram(
    domain,
    `const node = new rclnodejs.Node('late');
     node.createSubscription('std_msgs/msg/String', '/chatter', { qos: new rclnodejs.QoS(1, 1, 1, 1) }, () => {});
     node.createSubscription('std_msgs/msg/Int32', '/robot/pose', () => {});
     node.spin();
     console.log('ready');`,
  );
  await listener.line('ready');
  const { code, lines } = await roslet(domain, 'wtf --include-warnings');
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    'WARNING QoS: /chatter: node /late hears nothing from node /talker: incompatible durability, requested TRANSIENT_LOCAL, offered VOLATILE',
  );
  expect(lines).toContain('        -> give both the same durability');
  expect(lines).toContainEqual(expect.stringMatching(/^WARNING types: \/robot\/pose: .*std_msgs\/msg\/Int32/));
  expect((await roslet(domain, 'doctor')).code).toBe(0);
  listener.signal('SIGTERM');
  await listener.exit;
});

test('what a killed process left is found, named, and removed', async () => {
  domain.allowLeftovers();
  const talker = startUserProgram(
    domain,
    `const node = new rclnodejs.Node('doomed');
     const publisher = node.createPublisher('std_msgs/msg/String', '/last_words');
     node.spin();
     console.log('ready');`,
  );
  await talker.line('ready');
  talker.signal('SIGKILL');
  await talker.exit;
  const left = readdirSync(path.join(domain.directory, '0'));
  expect(left.length).toBeGreaterThan(0);

  const { dryRun, removed } = await rosletJson(domain, 'clean --dry-run');
  expect(dryRun).toBe(true);
  expect(removed.length).toBeGreaterThan(0);
  expect(readdirSync(path.join(domain.directory, '0'))).toEqual(left);

  const { code, lines } = await roslet(domain, 'clean');
  expect(code).toBe(0);
  expect(lines.length).toBe(removed.length);
  expect(lines[0]).toMatch(/^removed \//);
  expect(await rosletJson(domain, 'clean')).toMatchObject({ removed: [] });
});

test('there is nothing to clean where nobody was', async () => {
  expect(await roslet(domain, 'clean')).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/^nothing to remove/)],
  });
});
