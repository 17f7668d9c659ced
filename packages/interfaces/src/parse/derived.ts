import type { ActionDescription, Field, FieldType, MessageDescription, ServiceDescription } from '../model';

/** The structures ROS 2 derives from services and actions (rosidl_adapter, service_msgs, rcl_action). */

const SINGLE = { kind: 'single' } as const;

function nested(name: string, field: string, container: FieldType['container'] = SINGLE): Field {
  return { name: field, type: { base: 'nested', nested: name, container } };
}

function structure(name: string, fields: Field[]): MessageDescription {
  return { name, fields, constants: [] };
}

const GOAL_ID = nested('unique_identifier_msgs/msg/UUID', 'goal_id');

/** A service of its two halves, and `<name>_Event`, which service introspection publishes. */
export function deriveService(
  name: string,
  request: MessageDescription,
  response: MessageDescription,
): ServiceDescription {
  const atMostOne = { kind: 'sequence', bound: 1 } as const;
  const event = structure(`${name}_Event`, [
    nested('service_msgs/msg/ServiceEventInfo', 'info'),
    nested(request.name, 'request', atMostOne),
    nested(response.name, 'response', atMostOne),
  ]);
  return { name, request, response, event };
}

/** An action of its three sections, with the two services and the feedback message it travels by. */
export function deriveAction(
  name: string,
  goal: MessageDescription,
  result: MessageDescription,
  feedback: MessageDescription,
): ActionDescription {
  const sendGoal = deriveService(
    `${name}_SendGoal`,
    structure(`${name}_SendGoal_Request`, [GOAL_ID, nested(goal.name, 'goal')]),
    structure(`${name}_SendGoal_Response`, [
      { name: 'accepted', type: { base: 'bool', container: SINGLE } },
      nested('builtin_interfaces/msg/Time', 'stamp'),
    ]),
  );
  const getResult = deriveService(
    `${name}_GetResult`,
    structure(`${name}_GetResult_Request`, [GOAL_ID]),
    structure(`${name}_GetResult_Response`, [
      { name: 'status', type: { base: 'int8', container: SINGLE } },
      nested(result.name, 'result'),
    ]),
  );
  const feedbackMessage = structure(`${name}_FeedbackMessage`, [GOAL_ID, nested(feedback.name, 'feedback')]);
  return { name, goal, result, feedback, sendGoal, getResult, feedbackMessage };
}
