import { isolatedDomain } from '../support/domain';
import { startUserProgram } from './user-program';

const domain = isolatedDomain();

test('spinOnce blocks until something is ready, runs it, and returns', async () => {
  const listener = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('listener');
    let heard = 0;
    node.createSubscription('std_msgs/msg/Int32', 'n', ({ data }) => { heard++; console.log('heard ' + data); });
    const begin = performance.now();
    node.spinOnce(50);
    console.log(performance.now() - begin >= 49, heard);
    node.spinOnce(0);
    console.log('ready');
    while (heard < 3) node.spinOnce(-1);
    console.log(node.spinning);
    rclnodejs.shutdown();
  `,
  );
  await listener.line('ready');
  await startUserProgram(
    domain,
    `
    const publisher = new rclnodejs.Node('talker').createPublisher('std_msgs/msg/Int32', 'n');
    for (const data of [1, 2, 3]) publisher.publish({ data });
    rclnodejs.shutdown();
  `,
  ).success();
  expect(await listener.success()).toEqual(['true 0', 'ready', 'heard 1', 'heard 2', 'heard 3', 'false']);
});

test('spinOnce calls timers when they are due, and serves requests', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('all');
    let ticks = 0;
    node.createTimer(5000000n, () => ticks++);
    node.createService('std_srvs/srv/Trigger', 'go', () => ({ success: true }));
    const client = node.createClient('std_srvs/srv/Trigger', 'go');
    let answer;
    client.sendRequest({}, (response) => { answer = response.success; });
    while (ticks < 3 || answer === undefined) rclnodejs.spinOnce(node, 1000);
    console.log(ticks >= 3, answer);
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['true true']);
});

test('timers run while the node spins, and only then', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('timers');
    let ticks = 0;
    const timer = node.createTimer(2000000n, (info) => {
      ticks++;
      if (info.actualCallTime < info.expectedCallTime) console.log('early');
    });
    const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
    await pause(30);
    console.log(ticks);
    rclnodejs.spin(node);
    while (ticks < 5) await pause(1);
    node.stop();
    const stopped = ticks;
    await pause(30);
    console.log(ticks === stopped);
    node.spin();
    timer.cancel();
    await pause(30);
    console.log(ticks === stopped, timer.isCanceled(), node.destroyTimer(timer));
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['0', 'true', 'true true undefined']);
});

test('a guard condition runs its callback in the spinning', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('guard');
    const guard = node.createGuardCondition(() => { console.log('triggered'); rclnodejs.shutdown(); });
    guard.trigger();
    guard.trigger();
    console.log('before');
    node.spin();
    console.log('spinning');
  `,
  );
  expect(await program.success()).toEqual(['before', 'spinning', 'triggered']);
});

test('the event loop goes on while a node spins', async () => {
  const program = startUserProgram(
    domain,
    `
    const { readFile } = await import('node:fs/promises');
    const node = new rclnodejs.Node('loop');
    const publisher = node.createPublisher('std_msgs/msg/Int32', 'n');
    node.createSubscription('std_msgs/msg/Int32', 'n', ({ data }) => publisher.publish({ data: data + 1 }));
    node.spin();
    publisher.publish({ data: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    console.log((await readFile('/proc/self/stat')).length > 0);
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['true']);
});

test('waitForMessage gets the next message or gives up', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('waits');
    node.spin();
    const publisher = node.createPublisher('std_msgs/msg/String', 'news');
    const next = rclnodejs.waitForMessage('std_msgs/msg/String', node, 'news', { timeout: 30000 });
    publisher.publish('extra');
    console.log((await next).data, publisher.subscriptionCount);
    await rclnodejs.waitForMessage('std_msgs/msg/String', node, 'news', { timeout: 10 }).catch((error) => console.log(error.code));
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual(['extra 0', 'TIMEOUT']);
});
