import { TypeValidationError } from '../errors';
import { Parameter } from '../parameters/parameter';
import type { QosInput } from '../qos/profile';

/** What a node can be told. */
export class NodeOptions {
  #parameterOverrides: Parameter[] = [];

  constructor(
    /** Whether other nodes may read and set the node's parameters. */
    public startParameterServices = true,
    parameterOverrides: Parameter[] | Parameter = [],
    /** Whether every parameter of the command line and of `parameterOverrides` is declared at once. */
    public automaticallyDeclareParametersFromOverrides = false,
    public startTypeDescriptionService = true,
    /** Whether the node's log messages go to `/rosout`, too. */
    public enableRosout = true,
    public rosoutQos: QosInput | null = null,
    public enableLoggerService = false,
  ) {
    this.parameterOverrides = parameterOverrides;
  }

  static get defaultOptions(): NodeOptions {
    return new NodeOptions();
  }

  /** Values that win over those which the program declares, and over those of the command line. */
  get parameterOverrides(): Parameter[] {
    return this.#parameterOverrides;
  }

  set parameterOverrides(parameters: Parameter[] | Parameter | null | undefined) {
    const list = parameters instanceof Parameter ? [parameters] : (parameters ?? []);
    if (!Array.isArray(list)) throw new TypeValidationError('parameterOverrides', list, 'an array of Parameter');
    this.#parameterOverrides = list;
  }
}

const FLAGS = [
  'startParameterServices',
  'automaticallyDeclareParametersFromOverrides',
  'startTypeDescriptionService',
  'enableRosout',
  'enableLoggerService',
] as const;

/** A `NodeOptions` from one, or from an object with some of its properties. */
export function completeNodeOptions(options: unknown, nodeName: string): NodeOptions {
  const complete = NodeOptions.defaultOptions;
  if (options === undefined || options === null) return complete;
  if (typeof options !== 'object') throw new TypeValidationError('options', options, 'NodeOptions', { nodeName });
  const given = options as Partial<NodeOptions>;
  for (const name of FLAGS) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'boolean') throw new TypeValidationError(name, value, 'boolean', { nodeName });
    complete[name] = value;
  }
  complete.rosoutQos = given.rosoutQos ?? null;
  complete.parameterOverrides = given.parameterOverrides ?? [];
  for (const parameter of complete.parameterOverrides) {
    if (!(parameter instanceof Parameter)) {
      throw new TypeValidationError('parameterOverrides', parameter, 'Parameter', { nodeName });
    }
  }
  return complete;
}
