import { QosProfiles, type Node, type Publisher } from '@roslet/rmw';
import type { ParameterChanges } from '../parameters/node-parameters';
import type { Clock } from '../time/clock';

/** Tells the graph on `/parameter_events` what a node's parameters became. */
export class ParameterEventPublisher {
  readonly #node: Node;
  readonly #clock: Clock;
  readonly #publisher: Publisher;

  constructor(node: Node, clock: Clock) {
    this.#node = node;
    this.#clock = clock;
    this.#publisher = node.createPublisher(
      'rcl_interfaces/msg/ParameterEvent',
      '/parameter_events',
      QosProfiles.parameterEvents,
    );
  }

  publish({ added, changed, deleted }: ParameterChanges): void {
    // Also keeps a node that declares parameters from announcing itself before it has all its endpoints.
    if (this.#publisher.subscriptionCount === 0) return;
    this.#publisher.publish({
      stamp: this.#clock.now().toMsg(),
      node: this.#node.fullName,
      new_parameters: added.map((parameter) => parameter.toParameterMessage()),
      changed_parameters: changed.map((parameter) => parameter.toParameterMessage()),
      deleted_parameters: deleted.map((parameter) => parameter.toParameterMessage()),
    });
  }
}
