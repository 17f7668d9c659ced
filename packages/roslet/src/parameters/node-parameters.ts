import { ParameterError, ReadOnlyParameterError, TypeValidationError, ValidationError } from '../errors';
import { ParameterDescriptor } from './descriptor';
import { Parameter } from './parameter';
import { ParameterType } from './type';

/** `rcl_interfaces/msg/SetParametersResult`. */
export interface SetParametersResult {
  successful: boolean;
  reason: string;
}

export type PreSetParametersCallback = (parameters: Parameter[]) => Parameter[];
export type SetParametersCallback = (parameters: Parameter[]) => SetParametersResult;
export type PostSetParametersCallback = (parameters: Parameter[]) => void;

/** What one call changed; becomes `rcl_interfaces/msg/ParameterEvent`. */
export interface ParameterChanges {
  readonly added: Parameter[];
  readonly changed: Parameter[];
  readonly deleted: Parameter[];
}

const SUCCESS: SetParametersResult = { successful: true, reason: '' };

/** The parameters that a node has declared, and the rules by which they change. */
export class NodeParameters {
  readonly #nodeName: string;
  readonly #overrides: ReadonlyMap<string, Parameter>;
  readonly #onChange: (changes: ParameterChanges) => void;
  readonly #parameters = new Map<string, Parameter>();
  readonly #descriptors = new Map<string, ParameterDescriptor>();

  /** Callbacks that may alter the parameters to be set; the one that was added last runs first. */
  readonly preSetCallbacks: PreSetParametersCallback[] = [];
  /** Callbacks that may refuse them. */
  readonly onSetCallbacks: SetParametersCallback[] = [];
  /** Callbacks that learn what was set. */
  readonly postSetCallbacks: PostSetParametersCallback[] = [];

  constructor(
    nodeName: string,
    overrides: ReadonlyMap<string, Parameter>,
    onChange: (changes: ParameterChanges) => void,
  ) {
    this.#nodeName = nodeName;
    this.#overrides = overrides;
    this.#onChange = onChange;
  }

  /** Values from the command line and the node's options, which win over those that the program declares. */
  get overrides(): Parameter[] {
    return [...this.#overrides.values()];
  }

  declare(
    parameters: readonly Parameter[],
    descriptors: readonly ParameterDescriptor[],
    ignoreOverrides: boolean,
  ): Parameter[] {
    this.#requireDeclarable(parameters, descriptors);
    const declared = parameters.map((parameter) => (ignoreOverrides ? parameter : this.#overridden(parameter)));
    declared.forEach((parameter, i) => {
      const descriptor = descriptors[i] ?? ParameterDescriptor.fromParameter(parameter);
      descriptor.validate();
      this.#descriptors.set(parameter.name, descriptor);
    });
    const result = this.#set(declared, true);
    if (!result.successful) {
      for (const { name } of declared) this.#descriptors.delete(name);
      throw new ParameterError(result.reason, declared[0]?.name ?? '', {
        code: 'PARAMETER_REJECTED',
        nodeName: this.#nodeName,
      });
    }
    return declared.map(({ name }) => this.get(name));
  }

  /** Declares every override, with the type that it has. */
  declareOverrides(): void {
    for (const parameter of this.#overrides.values()) {
      if (this.has(parameter.name)) continue;
      this.#descriptors.set(parameter.name, ParameterDescriptor.fromParameter(parameter));
      this.#parameters.set(parameter.name, parameter);
    }
  }

  undeclare(name: string): void {
    if (!this.has(name)) return;
    if (this.descriptor(name).readOnly) throw new ReadOnlyParameterError(name, { nodeName: this.#nodeName });
    this.#parameters.delete(name);
    this.#descriptors.delete(name);
  }

  has(name: string): boolean {
    return this.#parameters.has(name);
  }

  hasDescriptor(name: string): boolean {
    return this.#descriptors.has(name);
  }

  /** The parameter, or one that is not set when there is none of this name. */
  get(name: string): Parameter {
    return this.#parameters.get(name) ?? new Parameter(name, ParameterType.PARAMETER_NOT_SET);
  }

  all(): Parameter[] {
    return [...this.#parameters.values()];
  }

  descriptor(name: string): ParameterDescriptor {
    return this.#descriptors.get(name) ?? new ParameterDescriptor(name);
  }

  allDescriptors(): ParameterDescriptor[] {
    return [...this.#descriptors.values()];
  }

  /** Sets all of them or none. */
  set(parameters: readonly Parameter[]): SetParametersResult {
    return this.#set(parameters, false);
  }

  #requireDeclarable(parameters: readonly Parameter[], descriptors: readonly ParameterDescriptor[]): void {
    const nodeName = this.#nodeName;
    if (!Array.isArray(parameters)) throw new TypeValidationError('parameters', parameters, 'array', { nodeName });
    if (!Array.isArray(descriptors)) throw new TypeValidationError('descriptors', descriptors, 'array', { nodeName });
    for (const parameter of parameters) {
      if (!(parameter instanceof Parameter)) {
        throw new TypeValidationError('parameters', parameter, 'Parameter', { nodeName });
      }
      if (this.has(parameter.name)) {
        throw new ParameterError(`Parameter '${parameter.name}' already declared`, parameter.name, {
          code: 'PARAMETER_ALREADY_DECLARED',
          nodeName,
        });
      }
    }
    if (descriptors.length > 0 && descriptors.length !== parameters.length) {
      throw new ValidationError(
        `Expected a descriptor for each parameter, got ${descriptors.length} for ${parameters.length} parameters`,
        { code: 'PARAMETER_DESCRIPTOR_MISMATCH', argumentName: 'descriptors', nodeName },
      );
    }
  }

  /** `-p speed:=2` is meant as 2.0 where the program declares a double. */
  #overridden(parameter: Parameter): Parameter {
    const override = this.#overrides.get(parameter.name);
    if (override === undefined) return parameter;
    const { name, type } = override;
    const value = override.value as unknown;
    if (parameter.type === ParameterType.PARAMETER_DOUBLE && type === ParameterType.PARAMETER_INTEGER) {
      return new Parameter(name, parameter.type, Number(value));
    }
    if (parameter.type === ParameterType.PARAMETER_DOUBLE_ARRAY && type === ParameterType.PARAMETER_INTEGER_ARRAY) {
      return new Parameter(name, parameter.type, (value as bigint[]).map(Number));
    }
    return override;
  }

  #set(wanted: readonly Parameter[], declaring: boolean): SetParametersResult {
    let parameters = [...wanted];
    for (const callback of this.preSetCallbacks) {
      parameters = callback(parameters);
      if (!Array.isArray(parameters)) return refused('a pre-set callback must return an array of Parameters');
      if (parameters.length === 0) return refused('a pre-set callback left no parameter to set');
    }
    const result = this.#check(parameters, declaring);
    if (!result.successful) return result;
    for (const callback of this.onSetCallbacks) {
      const verdict = callback(parameters);
      if (!verdict.successful) return verdict;
    }
    this.#onChange(this.#store(parameters, declaring));
    for (const callback of this.postSetCallbacks) callback(parameters);
    return SUCCESS;
  }

  #check(parameters: readonly Parameter[], declaring: boolean): SetParametersResult {
    for (const parameter of parameters) {
      const descriptor = this.#descriptors.get(parameter.name);
      if (descriptor === undefined) return refused(`Parameter '${parameter.name}' has not been declared`);
      if (!declaring && descriptor.readOnly) return refused(`Parameter '${parameter.name}' is read-only`);
      if (parameter.type === ParameterType.PARAMETER_NOT_SET) continue;
      try {
        descriptor.validateParameter(parameter);
      } catch (error) {
        return refused((error as Error).message);
      }
    }
    return SUCCESS;
  }

  #store(parameters: readonly Parameter[], declaring: boolean): ParameterChanges {
    const changes: ParameterChanges = { added: [], changed: [], deleted: [] };
    for (const parameter of parameters) {
      if (!declaring && parameter.type === ParameterType.PARAMETER_NOT_SET) {
        this.undeclare(parameter.name);
        changes.deleted.push(parameter);
      } else {
        this.#parameters.set(parameter.name, parameter);
        (declaring ? changes.added : changes.changed).push(parameter);
      }
    }
    return changes;
  }
}

function refused(reason: string): SetParametersResult {
  return { successful: false, reason };
}
