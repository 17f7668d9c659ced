/** Programs that the commands are tried on: each prints `ready` and runs until it is ended. */
import { startUserProgram } from '../roslet/user-program';
import type { TestDomain } from '../support/domain';
import type { Program } from '../support/program';

/** Publishes `hello 0`, `hello 1`, … on /chatter and a pose on /robot/pose, 50 times a second. */
export function startTalker(domain: TestDomain): Promise<Program> {
  return started(
    domain,
    `const node = new rclnodejs.Node('talker');
     const chatter = node.createPublisher('std_msgs/msg/String', '/chatter');
     const pose = node.createPublisher('geometry_msgs/msg/PoseStamped', '/robot/pose');
     node.createPublisher('std_msgs/msg/Empty', '/robot/_hidden');
     let n = 0;
     node.createTimer(20_000_000n, () => {
       chatter.publish({ data: 'hello ' + n++ });
       pose.publish({ header: { frame_id: 'map' }, pose: { position: { x: 1, y: 0.5, z: n } } });
     });
     node.spin();
     console.log('ready');`,
  );
}

/** Prints what it hears on /chatter. */
export function startListener(domain: TestDomain, qos = '{}'): Promise<Program> {
  return started(
    domain,
    `const node = new rclnodejs.Node('listener', '/robot');
     node.createSubscription('std_msgs/msg/String', '/chatter', ${qos}, ({ data }) => console.log('heard ' + data));
     node.spin();
     console.log('ready');`,
  );
}

/** Serves /add_two_ints, and has a client of its own. */
export function startAdder(domain: TestDomain): Promise<Program> {
  return started(
    domain,
    `const node = new rclnodejs.Node('adder');
     node.createService('example_interfaces/srv/AddTwoInts', '/add_two_ints', (request, response) => {
       const sum = response.template;
       sum.sum = request.a + request.b;
       response.send(sum);
     });
     node.createClient('std_srvs/srv/Trigger', '/unserved');
     node.spin();
     console.log('ready');`,
  );
}

/** Latches `maps` messages on /map and stays. */
export function startLatcher(domain: TestDomain, maps: number): Promise<Program> {
  return started(
    domain,
    `const { QoS } = rclnodejs;
     const node = new rclnodejs.Node('latcher');
     const qos = new QoS(QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, ${maps},
       QoS.ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
       QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
     const map = node.createPublisher('std_msgs/msg/String', '/map', { qos });
     for (let n = 1; n <= ${maps}; n++) map.publish({ data: 'map ' + n });
     node.spin();
     console.log('ready');`,
  );
}

async function started(domain: TestDomain, body: string): Promise<Program> {
  const program = startUserProgram(domain, body);
  await program.line('ready');
  // Ended from outside, so that nothing of it stays behind.
  domain.onEnd(async () => {
    program.signal('SIGTERM');
    await program.exit;
  });
  return program;
}
