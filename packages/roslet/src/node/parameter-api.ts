import type { ParameterDescriptor } from '../parameters/descriptor';
import type {
  NodeParameters,
  PostSetParametersCallback,
  PreSetParametersCallback,
  SetParametersCallback,
  SetParametersResult,
} from '../parameters/node-parameters';
import type { Parameter } from '../parameters/parameter';
import type { ParameterType } from '../parameters/type';
import { GraphQueries } from './graph-queries';

/** A node's own parameters. */
export abstract class ParameterApi extends GraphQueries {
  /** @internal */
  protected abstract readonly parameters: NodeParameters;

  /**
   * Declares a parameter, which must be done before it is set. A value of the command line, a parameters file or the node's
   * options wins over the one given here.
   *
   * @param descriptor what else is known of it; made from the parameter when left out
   * @param ignoreOverride true to take the value as it is given here
   * @returns the parameter as it is now
   * @throws {ParameterError} `PARAMETER_ALREADY_DECLARED`, and `PARAMETER_REJECTED` for a value that the descriptor or a
   *   callback refuses
   */
  declareParameter(parameter: Parameter, descriptor?: ParameterDescriptor | null, ignoreOverride = false): Parameter {
    return this.declareParameters([parameter], descriptor ? [descriptor] : [], ignoreOverride)[0] as Parameter;
  }

  /** Declares several parameters or, when one of them is refused, none. */
  declareParameters(
    parameters: Parameter[],
    descriptors: ParameterDescriptor[] = [],
    ignoreOverrides = false,
  ): Parameter[] {
    return this.parameters.declare(parameters, descriptors, ignoreOverrides);
  }

  /** @throws {ReadOnlyParameterError} */
  undeclareParameter(name: string): void {
    this.parameters.undeclare(name);
  }

  hasParameter(name: string): boolean {
    return this.parameters.has(name);
  }

  /** The parameter; one of type PARAMETER_NOT_SET when it is not declared. */
  getParameter(name: string): Parameter {
    return this.parameters.get(name);
  }

  /** The parameters of these names, or all. */
  getParameters(names: string[] = []): Parameter[] {
    return names.length === 0 ? this.parameters.all() : names.map((name) => this.parameters.get(name));
  }

  /** The types of those that are declared. */
  getParameterTypes(names: string[] = []): ParameterType[] {
    return names
      .filter((name) => this.parameters.hasDescriptor(name))
      .map((name) => this.parameters.descriptor(name).type);
  }

  getParameterNames(): string[] {
    return this.parameters.all().map(({ name }) => name);
  }

  /** Values of the command line, of parameters files and of the node's options, declared or not. */
  getParameterOverrides(): Parameter[] {
    return this.parameters.overrides;
  }

  hasParameterDescriptor(name: string): boolean {
    return this.parameters.hasDescriptor(name);
  }

  /** The descriptor; one of type PARAMETER_NOT_SET when the parameter is not declared. */
  getParameterDescriptor(name: string): ParameterDescriptor {
    return this.parameters.descriptor(name);
  }

  /** The descriptors of these names, or all. */
  getParameterDescriptors(names: string[] = []): ParameterDescriptor[] {
    return names.length === 0
      ? this.parameters.allDescriptors()
      : names.map((name) => this.parameters.descriptor(name));
  }

  /** Sets a declared parameter. The result says whether it was, and otherwise why not. */
  setParameter(parameter: Parameter): SetParametersResult {
    return this.parameters.set([parameter]);
  }

  /** Sets each of them for itself. */
  setParameters(parameters: Parameter[] = []): SetParametersResult[] {
    return parameters.map((parameter) => this.parameters.set([parameter]));
  }

  /** Sets all of them or none. */
  setParametersAtomically(parameters: Parameter[] = []): SetParametersResult {
    return this.parameters.set(parameters);
  }

  /** Adds a callback that may refuse new values. */
  addOnSetParametersCallback(callback: SetParametersCallback): void {
    this.parameters.onSetCallbacks.unshift(callback);
  }

  removeOnSetParametersCallback(callback: SetParametersCallback): void {
    remove(this.parameters.onSetCallbacks, callback);
  }

  /** Adds a callback that may alter what is about to be set. */
  addPreSetParametersCallback(callback: PreSetParametersCallback): void {
    this.parameters.preSetCallbacks.unshift(callback);
  }

  removePreSetParametersCallback(callback: PreSetParametersCallback): void {
    remove(this.parameters.preSetCallbacks, callback);
  }

  /** Adds a callback that learns what was set. */
  addPostSetParametersCallback(callback: PostSetParametersCallback): void {
    this.parameters.postSetCallbacks.unshift(callback);
  }

  removePostSetParametersCallback(callback: PostSetParametersCallback): void {
    remove(this.parameters.postSetCallbacks, callback);
  }
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
