import { RclNodeError, type RclNodeErrorOptions } from './base';

/** Something is wrong with a parameter. */
export class ParameterError extends RclNodeError {
  readonly parameterName: string;

  constructor(message: string, parameterName: string, options: RclNodeErrorOptions = {}) {
    super(message, { code: 'PARAMETER_ERROR', entityType: 'parameter', entityName: parameterName, ...options });
    this.parameterName = parameterName;
  }
}

export class ParameterNotFoundError extends ParameterError {
  constructor(parameterName: string, nodeName: string, options: RclNodeErrorOptions = {}) {
    super(`Node '${nodeName}' has no parameter '${parameterName}': declare it first`, parameterName, {
      code: 'PARAMETER_NOT_FOUND',
      nodeName,
      ...options,
    });
  }
}

export class ParameterTypeError extends ParameterError {
  readonly expectedType: string;
  readonly actualType: string;

  constructor(parameterName: string, expectedType: string, actualType: string, options: RclNodeErrorOptions = {}) {
    super(`Wrong type for parameter '${parameterName}': expected ${expectedType}, got ${actualType}`, parameterName, {
      code: 'PARAMETER_TYPE_MISMATCH',
      details: { expectedType, actualType },
      ...options,
    });
    this.expectedType = expectedType;
    this.actualType = actualType;
  }
}

export class ReadOnlyParameterError extends ParameterError {
  constructor(parameterName: string, options: RclNodeErrorOptions = {}) {
    super(`Parameter '${parameterName}' is read-only: it can only be set when it is declared`, parameterName, {
      code: 'PARAMETER_READ_ONLY',
      ...options,
    });
  }
}

/** Something is wrong with a topic's publisher or subscription. */
export class TopicError extends RclNodeError {
  readonly topicName: string;

  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, { code: 'TOPIC_ERROR', entityType: 'topic', entityName: topicName, ...options });
    this.topicName = topicName;
  }
}

export class PublisherError extends TopicError {
  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, topicName, { code: 'PUBLISHER_ERROR', entityType: 'publisher', ...options });
  }
}

export class SubscriptionError extends TopicError {
  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, topicName, { code: 'SUBSCRIPTION_ERROR', entityType: 'subscription', ...options });
  }
}

/** Something is wrong with an action. */
export class ActionError extends RclNodeError {
  readonly actionName: string;

  constructor(message: string, actionName: string, options: RclNodeErrorOptions = {}) {
    super(message, { code: 'ACTION_ERROR', entityType: 'action', entityName: actionName, ...options });
    this.actionName = actionName;
  }
}

export class GoalRejectedError extends ActionError {
  readonly goalId: string;

  constructor(actionName: string, goalId: string, options: RclNodeErrorOptions = {}) {
    super(`The server of action '${actionName}' rejected the goal ${goalId}`, actionName, {
      code: 'GOAL_REJECTED',
      details: { goalId },
      ...options,
    });
    this.goalId = goalId;
  }
}

export class ActionServerNotFoundError extends ActionError {
  constructor(actionName: string, options: RclNodeErrorOptions = {}) {
    super(`Action server '${actionName}' is not available: no server offers it`, actionName, {
      code: 'ACTION_SERVER_NOT_FOUND',
      ...options,
    });
  }
}
