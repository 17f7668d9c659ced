// `zod/v3` is a part of zod 4 that loads several times as fast as the rest.
import { z } from 'zod/v3';
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

const flag = z.boolean().optional();

const schema = z.object({
  startParameterServices: flag,
  automaticallyDeclareParametersFromOverrides: flag,
  startTypeDescriptionService: flag,
  enableRosout: flag,
  enableLoggerService: flag,
});

/** A `NodeOptions` from one, or from an object with some of its properties. */
export function completeNodeOptions(options: unknown, nodeName: string): NodeOptions {
  const complete = NodeOptions.defaultOptions;
  if (options === undefined || options === null) return complete;
  if (typeof options !== 'object') throw new TypeValidationError('options', options, 'NodeOptions', { nodeName });
  const given = options as Partial<NodeOptions>;
  const checked = schema.safeParse(given);
  const issue = checked.error?.issues[0];
  if (issue !== undefined) {
    const name = String(issue.path[0]);
    throw new TypeValidationError(name, given[name as keyof NodeOptions], 'boolean', { nodeName });
  }
  const flags = Object.entries(checked.data ?? {}).filter(([, value]) => value !== undefined);
  Object.assign(complete, Object.fromEntries(flags));
  complete.rosoutQos = given.rosoutQos ?? null;
  complete.parameterOverrides = given.parameterOverrides ?? [];
  for (const parameter of complete.parameterOverrides) {
    if (!(parameter instanceof Parameter)) {
      throw new TypeValidationError('parameterOverrides', parameter, 'Parameter', { nodeName });
    }
  }
  return complete;
}
