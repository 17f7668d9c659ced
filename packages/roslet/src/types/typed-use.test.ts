import type { example_interfaces, sensor_msgs } from '@roslet/interfaces';
import type { MessageInfo } from '../entities/message-info';
import type { Node } from '../node/node';
import type { MessageInput, MessageOf, RequestOf, ResponseOf } from './type-class';

/**
 * What a typed program relies on. The compiler is the judge (`pnpm check`): each `@ts-expect-error` fails when the line below it
 * compiles after all.
 */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<_T extends true>(): void {}

test('messages are typed by name, by class and by namespace', () => {
  holds<Equal<MessageOf<'sensor_msgs/msg/Image'>, sensor_msgs.msg.Image>>();
  holds<Equal<MessageOf<'sensor_msgs/msg/Image'>['data'], Uint8Array>>();
  holds<Equal<RequestOf<'example_interfaces/srv/AddTwoInts'>['a'], bigint>>();
  holds<Equal<ResponseOf<'example_interfaces/srv/AddTwoInts'>, example_interfaces.srv.AddTwoInts_Response>>();
  holds<Equal<MessageOf<'my_msgs/msg/Own'>['anything'], unknown> extends true ? false : true>();

  const partial: MessageInput<'geometry_msgs/msg/PoseArray'> = { poses: [{ position: { x: 1 } }], header: undefined };
  const numbers: MessageInput<'std_msgs/msg/Int64MultiArray'> = { data: [1, 2n] };
  // @ts-expect-error text is no number
  const wrong: MessageInput<'geometry_msgs/msg/Point'> = { x: 'one' };
  expect([partial, numbers, wrong]).toHaveLength(3);
});

// Never called: only its types matter.
export async function typedProgram(node: Node, image: sensor_msgs.msg.Image): Promise<void> {
  const images = node.createPublisher('sensor_msgs/msg/Image', '/image');
  images.publish(image);
  images.publish({ width: 5, data: [1, 2, 3] });
  images.publish(Buffer.alloc(4));
  // @ts-expect-error width is a number
  images.publish({ width: 'five' });

  node.createSubscription('sensor_msgs/msg/Image', '/image', (message, info: MessageInfo) => {
    image = message;
    return info.sourceTimestamp;
  });
  node.createSubscription('sensor_msgs/msg/Image', '/image', { isRaw: true }, (bytes) => bytes.readUInt8(0));
  // @ts-expect-error an Image has no frame_id of its own
  node.createSubscription('sensor_msgs/msg/Image', '/image', (message) => message.frame_id);

  const client = node.createClient('example_interfaces/srv/AddTwoInts', '/add');
  const { sum } = await client.sendRequestAsync({ a: 1, b: 2n }, { timeout: 1000 });
  node.createService('example_interfaces/srv/AddTwoInts', '/add', (request, response) => {
    const result = response.template;
    result.sum = request.a + request.b + sum;
    response.send(result);
  });
  // @ts-expect-error no topic is typed by a service
  node.createSubscription('example_interfaces/srv/AddTwoInts', '/add', (message: sensor_msgs.msg.Image) => message);

  node.createPublisher('my_msgs/msg/Own', '/own').publish({ anything: ['goes'] });
  node.createPublisher({ package: 'std_msgs', type: 'msg', name: 'String' }, '/text').publish({ data: 'x' });
}
